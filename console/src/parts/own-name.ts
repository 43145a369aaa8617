import { Store } from '../api/store';

/** The name that the reader gave last: in the memory of this page alone. */
export const ownName = new Store('');
