// Records one conversation of the engine, so that the floor can answer with the same replies and keep the same rows.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { checkReply } from './conversations.mjs';
import { query } from './databases.mjs';
import { CONVERSATION } from './flow.mjs';
import { openConnection } from './http-connection.mjs';

/** @param engine a running engine on a SQLite database */
export async function recordSample({ url, scratch }, file) {
  const id = randomUUID();
  const connection = await openConnection(url);
  const turns = [];
  for (const [index, turn] of CONVERSATION.entries()) {
    const text = await connection.send(id, turn.message);
    checkReply(turn, text);
    turns.push(await recordTurn(scratch, id, index + 1, JSON.parse(text)));
  }
  connection.close();
  writeFileSync(file, JSON.stringify(turns));
}

async function recordTurn(scratch, id, turnNo, reply) {
  const [record] = await query(
    scratch,
    `SELECT events_json, last_audit_id FROM ce_turn_record WHERE conversation_id = '${id}' AND turn_no = ${turnNo}`,
  );
  const [action] = await query(scratch, `SELECT * FROM ce_action_proposal WHERE conversation_id = '${id}'`);
  const { intent, state, payload, context } = reply;
  return {
    events: JSON.parse(record.events_json),
    lastAuditId: record.last_audit_id,
    intent,
    state,
    context: JSON.parse(context),
    assistant: payload,
    reply,
    action: {
      actionKey: action.action_key,
      actionRef: action.action_ref,
      arguments: JSON.parse(action.arguments_json),
      argumentsHash: action.arguments_hash,
      question: action.question,
    },
  };
}
