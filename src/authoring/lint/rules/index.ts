import type { Rule } from '../rule.js';
import { outcomes } from './ax-001-outcomes.rule.js';
import { flatArguments } from './ax-002-flat-arguments.rule.js';
import { instructions } from './ax-003-instructions.rule.js';
import { curation } from './ax-004-curation.rule.js';
import { discovery } from './ax-005-discovery.rule.js';
import { pagination } from './ax-006-pagination.rule.js';
import { completeSchema } from './ax-007-complete-schema.rule.js';
import { conflicts } from './ax-008-conflicts.rule.js';
import { naming } from './ax-009-naming.rule.js';
import { poisoning } from './ax-010-poisoning.rule.js';

/** Every rule, in the order in which their results are shown. */
export const RULES: readonly Rule[] = [
  outcomes,
  flatArguments,
  instructions,
  curation,
  discovery,
  pagination,
  completeSchema,
  conflicts,
  naming,
  poisoning,
];
