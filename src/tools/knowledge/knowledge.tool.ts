import type { JsonObject } from '../../platform/common/json.js';
import type { ToolCall, ToolHandler } from '../../platform/handlers-api/index.js';
import type { KnowledgeService } from './knowledge.service.js';

const INPUT_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    question: { type: 'string', description: 'What is asked about the data; the message of the user where absent' },
  },
  required: [],
};

/** The names a caller may give the question by, the first that is there counts. */
const QUESTION_NAMES = ['question', 'query', 'user_input'] as const;

/** The tool that finds prepared queries, tables and columns for a question; it runs none of them. */
export function knowledgeTool(toolCode: string, knowledge: Pick<KnowledgeService, 'search'>): ToolHandler {
  return {
    kind: 'tool',
    toolCode,
    sideEffect: 'READ',
    inputSchema: INPUT_SCHEMA,
    execute: (call) => knowledge.search(questionOf(call)),
  };
}

function questionOf({ arguments: args, userText }: ToolCall): string {
  const given = QUESTION_NAMES.map((name) => args[name]).find((value) => value !== null && value !== undefined);
  const text = given === undefined ? '' : String(given);
  return text.trim() === '' ? userText : text;
}
