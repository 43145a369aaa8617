const BUTTONS = 'button.mantine-Button-root';

/**
 * Takes a double click on a button for one press, and a key that is held down on it too: the page shows only a moment after
 * the first that it is on its way, and what is pressed meanwhile would be sent again, or would hit what has come in its place.
 */
export function pressOnce(): void {
  window.addEventListener('click', (event) => event.detail > 1 && ignoreOnButton(event), true);
  window.addEventListener('keydown', (event) => event.repeat && event.key === 'Enter' && ignoreOnButton(event), true);
}

function ignoreOnButton(event: Event): void {
  if (!(event.target instanceof Element) || event.target.closest(BUTTONS) === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
