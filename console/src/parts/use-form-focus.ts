import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Moves the focus for those who use a keyboard or a screen reader: to the first field of a form that appears at a
 * press; to what is missing, when it is sent; back to the page when the form goes, since the button that was pressed
 * has gone, too.
 * @param isOpened whether the form takes the place of a button that was pressed
 */
export function useFormFocus(isOpened: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(0);
  useLayoutEffect(() => {
    const shown = form.current;
    if (isOpened) shown?.querySelector<HTMLElement>('input, textarea')?.focus();
    return () => {
      const { activeElement } = document;
      // A button that waits for its answer is disabled, and has lost the focus already.
      const isLost = activeElement === document.body || shown?.contains(activeElement);
      if (isLost) document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, [isOpened]);
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [asked]);
  return {
    form,
    /** Whether something was missing when it was to be sent: the fields say what. */
    isAsked: asked > 0,
    ask: () => setAsked((times) => times + 1),
  };
}
