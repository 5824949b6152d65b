// A row of choices that is wider than a phone is scrolled to the one that is chosen.

const CHOSEN = '[role="radiogroup"] [aria-checked="true"]';

export class Revealing {
  // Scroll where another choice is on show than at the last look; the reader may scroll on.
  look() {
    for (const chosen of document.querySelectorAll(CHOSEN)) {
      const row = chosen.closest('[role="radiogroup"]');
      if (row.scrollWidth <= row.clientWidth || row.dataset.revealed === chosen.textContent)
        continue;
      row.dataset.revealed = chosen.textContent;
      const beside = (row.clientWidth - chosen.offsetWidth) / 2;
      const { left } = chosen.getBoundingClientRect();
      row.scrollLeft += left - row.getBoundingClientRect().left - beside;
    }
  }
}
