/* Times of an event stand by the clock at its venue. Where the reader's clock shows another time, it is said beside it:
   <time datetime="..." data-there="2026-12-01 18:00" data-words="{time} by your clock">. Without this module the venue's time is all there is. */
for (const time of document.querySelectorAll('time[data-words]')) {
  const moment = new Date(time.dateTime);
  if (Number.isNaN(moment.getTime())) continue;
  const two = (number) => String(number).padStart(2, '0');
  const here = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
  if (here === time.dataset.there) continue;
  const own = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
  const note = document.createElement('span');
  note.className = 'yourclock';
  note.textContent = ` (${time.dataset.words.replace('{time}', own)})`;
  time.parentElement.append(note);
}
