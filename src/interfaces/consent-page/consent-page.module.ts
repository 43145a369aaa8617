import { Module } from '@nestjs/common';
import { TurnModule } from '../../engine/turn/index.js';
import { ConsentPageController } from './consent-page.controller.js';
import { ConsentUrls } from './consent-urls.js';
import { PageCode } from './page-code.js';
import { PageRefusals } from './page-refusals.js';
import { PageTimes } from './page-times.js';
import { PageWords } from './page-words.js';

/** The page on which a user decides, and the links to it. Needs the configuration from a global module. */
@Module({
  imports: [TurnModule],
  controllers: [ConsentPageController],
  providers: [ConsentUrls, PageCode, PageRefusals, PageTimes, PageWords],
  exports: [ConsentUrls, PageWords],
})
export class ConsentPageModule {}
