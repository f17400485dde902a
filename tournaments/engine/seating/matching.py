"""Maximum matching in a general graph (Edmonds' blossoms): pairs without a rematch, if there are any.

For tables of two this settles exactly whether a rematch can be avoided; no search can miss it.
"""

from collections.abc import Sequence


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """The partner of each vertex, or -1. `neighbours[v]` in order of preference; symmetric."""
    return _Blossoms(neighbours).run()


class _Blossoms:
    """Augmenting paths by breadth-first search; odd cycles are shrunk to their base."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours = neighbours
        self.n = len(neighbours)
        self.mate = [-1] * self.n
        self.parent = [-1] * self.n
        self.base = list(range(self.n))
        self.queue: list[int] = []
        self.in_queue = [False] * self.n

    def run(self) -> list[int]:
        for v in range(self.n):
            if self.mate[v] < 0:
                partner = next((w for w in self.neighbours[v] if self.mate[w] < 0), -1)
                if partner >= 0:
                    self.mate[v], self.mate[partner] = partner, v
        for v in range(self.n):
            if self.mate[v] < 0:
                self._augment(self._search(v))
        return self.mate

    def _augment(self, v: int) -> None:
        while v >= 0:
            before = self.parent[v]
            after = self.mate[before]
            self.mate[v], self.mate[before] = before, v
            v = after

    def _search(self, root: int) -> int:
        self.parent = [-1] * self.n
        self.base = list(range(self.n))
        self.in_queue = [False] * self.n
        self.in_queue[root] = True
        self.queue = [root]
        for v in self.queue:
            for w in self.neighbours[v]:
                if self.base[v] == self.base[w] or self.mate[v] == w:
                    continue
                if w == root or (self.mate[w] >= 0 and self.parent[self.mate[w]] >= 0):
                    self._shrink(v, w)
                elif self.parent[w] < 0:
                    self.parent[w] = v
                    if self.mate[w] < 0:
                        return w
                    self.in_queue[self.mate[w]] = True
                    self.queue.append(self.mate[w])
        return -1

    def _shrink(self, v: int, w: int) -> None:
        base = self._common_base(v, w)
        in_blossom = [False] * self.n
        self._mark(v, base, w, in_blossom)
        self._mark(w, base, v, in_blossom)
        for u in range(self.n):
            if in_blossom[self.base[u]]:
                self.base[u] = base
                if not self.in_queue[u]:
                    self.in_queue[u] = True
                    self.queue.append(u)

    def _common_base(self, v: int, w: int) -> int:
        on_path = [False] * self.n
        while True:
            v = self.base[v]
            on_path[v] = True
            if self.mate[v] < 0:
                break
            v = self.parent[self.mate[v]]
        w = self.base[w]
        while not on_path[w]:
            w = self.base[self.parent[self.mate[w]]]
        return w

    def _mark(self, v: int, base: int, child: int, in_blossom: list[bool]) -> None:
        while self.base[v] != base:
            in_blossom[self.base[v]] = in_blossom[self.base[self.mate[v]]] = True
            self.parent[v] = child
            child = self.mate[v]
            v = self.parent[child]
