"""Two hundred texts that try to become script or a formula. Each holds MARK, by which a page can be searched for it."""

from typing import Final

MARK: Final = "xq7z"

_SCRIPTS: Final = (
    "<script>{m}()</script>", "<img src=x onerror={m}()>", "<svg onload={m}()>", '"><b onclick={m}()>', "'><i {m}=1>",
    "<a href=javascript:{m}()>a</a>", "</title><u {m}>", "</textarea><s {m}>", "<!--{m}--><em>", "]]><q {m}>",
    "{{{{{m}}}}}", "{{% {m} %}}", "${{{m}}}", "<iframe srcdoc='{m}'>", "<math><mi {m}>", "javascript:{m}()",
    "<style>*{{{m}:1}}</style>", "<base href={m}>", "<form action={m}>", '" onfocus={m}() x="', "' onload='{m}()",
    "`{m}()`", "\\u003cimg {m}>", "&lt;script&gt;{m}", "<ScRiPt>{m}()</sCrIpT>",
)  # fmt: skip
_FORMULAS: Final = (
    "={m}+1", "+{m}", "-{m}", "@{m}", "=HYPERLINK({m})", '"={m}', " ={m}", "＝{m}", "＋{m}", "－{m}", "＠{m}",
    "=cmd|'/c {m}'!A0", "@SUM({m})", "-1+{m}", "=1;{m}",
)  # fmt: skip
_AROUND: Final = ("{}", "a {}", "{} z", "Ä {}", "{}{{}}")

PAYLOADS: Final = tuple(
    around.replace("{}", text.format(m=MARK), 1) for around in _AROUND for text in (*_SCRIPTS, *_FORMULAS)
)
