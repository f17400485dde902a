/* Small behaviour of every page: sheets, toasts, settings kept in cookies. It never talks to the server by itself. */

const YEAR = 60 * 60 * 24 * 365;

function cookie(name) {
  const found = document.cookie.split('; ').find((part) => part.startsWith(name + '='));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : '';
}

function keep(name, value) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${value ? YEAR : 0}; samesite=lax${secure}`;
}

function showSettings() {
  for (const group of document.querySelectorAll('[data-setting]')) {
    const value = cookie(group.dataset.setting);
    for (const button of group.querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.value === value));
  }
}

function choose(group, value) {
  keep(group.dataset.setting, value);
  if (group.dataset.setting === 'theme') {
    if (value) document.documentElement.dataset.theme = value;
    else delete document.documentElement.dataset.theme;
  }
  showSettings();
  document.dispatchEvent(new CustomEvent('setting', { detail: { name: group.dataset.setting, value } }));
  if ('reload' in group.dataset) location.reload();
}

/** A message for the reader, in the live region of base.html; goes away by itself after ten seconds. */
function toast(text, kind = '') {
  const region = document.getElementById('toasts');
  if (!region) return;
  for (const old of region.querySelectorAll('.toast')) if (old.firstElementChild.textContent === text) old.remove();
  const box = document.createElement('div');
  box.className = 'toast ' + kind;
  const words = document.createElement('span');
  words.textContent = text;
  box.append(words);
  region.append(box);
  setTimeout(() => box.remove(), 10000);
}
document.addEventListener('toast', (event) => toast(event.detail.text, event.detail.kind));

document.addEventListener('click', (event) => {
  const button = event.target.closest('button, a');
  if (!button) {
    if (event.target.matches('dialog.sheet')) event.target.close();
    return;
  }
  if (button.dataset.opens) {
    document.getElementById(button.dataset.opens)?.showModal();
  } else if ('closes' in button.dataset) {
    button.closest('dialog').close();
  } else if ('dismiss' in button.dataset) {
    button.closest('.toast').remove();
  } else if (button.dataset.value !== undefined && button.closest('[data-setting]')) {
    choose(button.closest('[data-setting]'), button.dataset.value);
  } else if (button.dataset.copies) {
    copy(button);
  }
});

async function copy(button) {
  const source = document.getElementById(button.dataset.copies);
  const text = source.value ?? source.textContent;
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
  } else {                       // plain HTTP: no clipboard, so select it and use the old command
    source.focus();
    source.select?.();
    document.execCommand('copy');
  }
  toast(button.dataset.copied);
}

/* What is refused is seen: the closed parts around a field at fault open, on a page with errors and before one is sent. */
function reveal(field) {
  for (let part = field.closest('details'); part; part = part.parentElement.closest('details')) part.open = true;
}
document.addEventListener('invalid', (event) => reveal(event.target), true);
const FIELDS = 'input:not([type="hidden"]), select, textarea';
const fault = document.querySelector('main [aria-invalid="true"], main .field:has(.error), main .errors');
if (fault) {
  reveal(fault);
  const field = fault.matches(FIELDS) ? fault : fault.querySelector(FIELDS);
  if (field) field.focus();
  else fault.scrollIntoView({ block: 'center' });
}

/* A list that scrolls begins at what is chosen in it. */
for (const chosen of document.querySelectorAll('.presets input:checked')) {
  const list = chosen.closest('.presets');
  list.scrollTop += chosen.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}

document.addEventListener('change', (event) => {
  if (event.target.matches('[data-submits]')) event.target.form.requestSubmit();
});

showSettings();
