import { Module } from '@nestjs/common';
import { Eraser } from './eraser.js';
import { SubjectExport } from './subject-export.js';

const PARTS = [Eraser, SubjectExport];

/** Erases and hands out what is stored of people. Needs clock and database from global modules. */
@Module({ providers: PARTS, exports: PARTS })
export class PrivacyModule {}
