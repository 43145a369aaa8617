import type { Store } from '../../api/store';

/** Has the browser ask before the page goes, and with it what is changed there, while there is any of it. */
export function askBeforeLeaving<T>(changes: Store<T>, isAny: (value: T) => boolean): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  changes.subscribe(() => {
    if (isAny(changes.get())) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
}
