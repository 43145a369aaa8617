import { messageOf } from '../common/errors.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import { compileSchema, type SchemaCheck } from '../common/json-schema.js';
import type { ChatQuestion } from './chat-model.js';
import { findJson } from './json-answer.js';
import { type LlmCallSubject, LlmError } from './llm.errors.js';

/** How much of a wrong answer is shown to the model when it is asked to mend it. */
const MAX_QUOTED_CHARS = 8000;
const MAX_PROBLEMS = 10;

/** What an answer was read as: the value asked for, or why it is not that, for the caller and for the model. */
export type JsonReading =
  | { readonly usable: true; readonly value: JsonValue }
  | { readonly usable: false; readonly error: LlmError; readonly hint: string };

/** The question with the schema in it twice: for the server to enforce, and in words for servers that do not. */
export function askingForJson(question: ChatQuestion, schema: JsonObject): ChatQuestion {
  const system =
    `${question.system}\n\nAnswer with one JSON value and nothing else: no words around it, no code fence. ` +
    `It must satisfy this JSON Schema:\n${JSON.stringify(schema)}`;
  return { ...question, system, responseSchema: schema };
}

/** The question again, with the unusable answer and what is wrong with it. */
export function askingForRepair(question: ChatQuestion, answer: string, hint: string): ChatQuestion {
  const correction = `This answer cannot be used. ${hint}\nAnswer the same question again, with nothing but the JSON.`;
  return {
    ...question,
    messages: [
      ...question.messages,
      { role: 'assistant', content: answer.slice(0, MAX_QUOTED_CHARS) },
      { role: 'user', content: correction },
    ],
  };
}

/**
 * Makes the function that reads answers to a question for JSON of this schema.
 * @throws LlmError LLM_CALL_FAILED where the schema cannot be used
 */
export function jsonReader(schema: JsonObject, subject: LlmCallSubject): (answer: string) => JsonReading {
  const compiled = compile(schema, subject);
  return (answer) => {
    const value = findJson(answer);
    if (value === undefined) {
      const error = new LlmError('LLM_INVALID_RESPONSE', 'did not answer with one JSON value', subject);
      return { usable: false, error, hint: 'It is not one complete JSON value.' };
    }
    const problems = compiled.check(value).slice(0, MAX_PROBLEMS);
    if (problems.length === 0) return { usable: true, value };
    const error = new LlmError('LLM_SCHEMA_VIOLATION', 'answered with JSON of another shape', subject, {
      data: { problems: problems.map(({ path, message }) => ({ path, message })) },
    });
    const lines = problems.map(({ path, message }) => `- ${path || 'the whole value'}: ${message}`);
    return { usable: false, error, hint: `It does not satisfy the JSON Schema:\n${lines.join('\n')}` };
  };
}

function compile(schema: JsonObject, subject: LlmCallSubject): SchemaCheck {
  try {
    return compileSchema(schema);
  } catch (error) {
    throw new LlmError('LLM_CALL_FAILED', `was not asked, because the schema ${messageOf(error)}`, subject);
  }
}
