/* The print button of pages for paper. */
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
