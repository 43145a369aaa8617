import { Module } from '@nestjs/common';
import { BuiltInTools } from './built-in-tools.js';

/** The tools that come with the product, for whoever serves them. */
@Module({ providers: [BuiltInTools], exports: [BuiltInTools] })
export class ShippedToolsModule {}
