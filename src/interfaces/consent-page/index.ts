export { ConsentPageModule } from './consent-page.module.js';
export { ConsentUrls, type WayToDecide } from './consent-urls.js';
export { PageWords } from './page-words.js';
export { shownValues } from './shown-values.js';
