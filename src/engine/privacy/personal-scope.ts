import type { ErasureMarks } from '../../platform/audit/index.js';
import { nameAmongAll } from '../../platform/common/tenant.js';
import type { Database } from '../../platform/persistence/index.js';

/** Whose data: all conversations of a user, as `ce_conversation.user_id` names them, or one conversation, whosever it is. */
export type PersonalScope = { readonly subject: string } | { readonly conversationId: string };

const AT_ONCE = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

const OF_USER = `
  SELECT conversation_id FROM ce_conversation
   WHERE user_id = $1 AND conversation_id > $2 ORDER BY conversation_id LIMIT $3`;

/** The ids of the conversations, in their order; those that are begun meanwhile may be among them. */
export async function* conversationsOf(database: Database, scope: PersonalScope): AsyncGenerator<string> {
  if ('conversationId' in scope) {
    yield scope.conversationId;
    return;
  }
  for (let after = FIRST; ; ) {
    const page = await database.query(OF_USER, [scope.subject, after, AT_ONCE]);
    for (const row of page) yield String(row.conversation_id);
    if (page.length < AT_ONCE) return;
    after = String(page.at(-1)?.conversation_id);
  }
}

/** How a scope is named in what outlives it: people of the same name in two tenants are two people. */
export function markOf(marks: ErasureMarks, scope: PersonalScope): string {
  return 'subject' in scope
    ? marks.of('subject', nameAmongAll(scope.subject))
    : marks.of('conversation', scope.conversationId);
}
