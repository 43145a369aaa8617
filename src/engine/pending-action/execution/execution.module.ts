import { Module } from '@nestjs/common';
import { ToolsModule } from '../../../tools/tools.module.js';
import { ToolCalls } from '../asking/index.js';
import { PendingActionModule } from '../index.js';
import { ActionMethodFinder } from './action-methods.js';
import { ConfirmedActions } from './confirmed-actions.js';
import { ConfirmedCalls } from './confirmed-calls.js';
import { RunAnswers } from './run-answers.js';

const PARTS = [RunAnswers, ActionMethodFinder, ToolCalls, ConfirmedActions, ConfirmedCalls];

/** What carries out actions that were confirmed. Needs configuration, clock and database from global modules. */
@Module({ imports: [PendingActionModule, ToolsModule], providers: PARTS, exports: PARTS })
export class ExecutionModule {}
