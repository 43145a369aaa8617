import { setTimeout as sleep } from 'node:timers/promises';
import type { ContentBlock, Handler, ToolCall, ToolContent } from '../../../../src/app/index.js';

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No sound, in the fewest bytes. */
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (words: string): ContentBlock => ({ type: 'text', text: words });
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' };
const parts = (...content: ContentBlock[]): ToolContent => ({ type: 'tool-content', content });
const reading = (toolCode: string, execute: (call: ToolCall) => unknown): Handler => ({
  kind: 'tool',
  toolCode,
  sideEffect: 'READ',
  execute,
});

export const simpleText = reading('test_simple_text', () => 'This is a simple text response for testing.');
export const imageContent = reading('test_image_content', () => parts(image));
export const audioContent = reading('test_audio_content', () =>
  parts({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
);
export const embeddedResource = reading('test_embedded_resource', () =>
  parts({
    type: 'resource',
    resource: {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  }),
);
export const severalTypes = reading('test_multiple_content_types', () =>
  parts(text('Multiple content types test:'), image, {
    type: 'resource',
    resource: {
      uri: 'test://mixed-content-resource',
      mimeType: 'application/json',
      text: '{"test":"data","value":123}',
    },
  }),
);
export const failing = reading('test_error_handling', () => {
  throw new Error('This tool intentionally returns an error for testing');
});
export const schema2020 = reading('json_schema_2020_12_tool', ({ arguments: args }) => args);

export const logging = reading('test_tool_with_logging', async ({ mcp, signal }) => {
  await mcp?.log('info', 'Tool execution started');
  await sleep(50, undefined, { signal });
  await mcp?.log('info', 'Tool processing data');
  await sleep(50, undefined, { signal });
  await mcp?.log('info', 'Tool execution completed');
  return 'The tool has logged.';
});

export const progress = reading('test_tool_with_progress', async ({ mcp, signal }) => {
  await mcp?.progress(0, 100);
  await sleep(50, undefined, { signal });
  await mcp?.progress(50, 100);
  await sleep(50, undefined, { signal });
  await mcp?.progress(100, 100);
  return 'The tool has told how far it was.';
});

export const reconnection = reading('test_reconnection', async ({ mcp, signal }) => {
  mcp?.releaseConnection();
  await sleep(100, undefined, { signal });
  return 'Reconnection test completed successfully';
});
