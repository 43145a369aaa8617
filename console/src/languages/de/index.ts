import access from './access.json';
import actions from './actions.json';
import comparisons from './comparisons.json';
import conversations from './conversations.json';
import flow from './flow.json';
import handover from './handover.json';
import operations from './operations.json';
import remedies from './remedies.json';
import rows from './rows.json';
import schedules from './schedules.json';
import shell from './shell.json';
import tools from './tools.json';
import tryIt from './try.json';
import turns from './turns.json';
import why from './why.json';

/** A file for each part of the console. */
export const texts = {
  access,
  actions,
  comparisons,
  conversations,
  flow,
  handover,
  operations,
  remedies,
  rows,
  schedules,
  shell,
  tools,
  try: tryIt,
  turns,
  why,
};
