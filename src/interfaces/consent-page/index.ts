export { ConsentPageModule } from './consent-page.module.js';
export { ConsentUrls, type WayToDecide } from './consent-urls.js';
