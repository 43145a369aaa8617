import type { Handler } from '../../../../src/app/index.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

export const staticText: Handler = {
  kind: 'mcp-resource',
  uri: 'test://static-text',
  name: 'Static text',
  description: 'A text that does not change',
  mimeType: 'text/plain',
  read: () => 'This is the content of the static text resource.',
};

export const staticBinary: Handler = {
  kind: 'mcp-resource',
  uri: 'test://static-binary',
  name: 'Static image',
  description: 'An image that does not change',
  mimeType: 'image/png',
  read: () => Buffer.from(PNG, 'base64'),
};

export const template: Handler = {
  kind: 'mcp-resource',
  uri: 'test://template/{id}/data',
  name: 'Data by id',
  description: 'Data for any id',
  mimeType: 'application/json',
  read: ({ variables: { id } }) => ({ id: String(id), templateTest: true, data: `Data for ID: ${id}` }),
};

export const watched: Handler = {
  kind: 'mcp-resource',
  uri: 'test://watched-resource',
  name: 'Watched resource',
  description: 'Something to subscribe to',
  read: () => 'Watched resource content',
};

export const simplePrompt: Handler = {
  kind: 'mcp-prompt',
  name: 'test_simple_prompt',
  description: 'A prompt without arguments',
  render: () => 'This is a simple prompt for testing.',
};

export const promptWithArguments: Handler = {
  kind: 'mcp-prompt',
  name: 'test_prompt_with_arguments',
  description: 'A prompt with two arguments',
  arguments: [
    { name: 'arg1', description: 'First test argument', required: true },
    { name: 'arg2', description: 'Second test argument', required: true },
  ],
  render: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  complete: (_, begun) => ['paris', 'park', 'party'].filter((word) => word.startsWith(begun)),
};

export const promptWithResource: Handler = {
  kind: 'mcp-prompt',
  name: 'test_prompt_with_embedded_resource',
  description: 'A prompt with a resource in it',
  arguments: [{ name: 'resourceUri', description: 'The resource', required: true }],
  render: ({ resourceUri }) => [
    {
      role: 'user',
      content: {
        type: 'resource',
        resource: {
          uri: String(resourceUri),
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      },
    },
    { role: 'user', content: { type: 'text', text: 'Please process the embedded resource above.' } },
  ],
};

export const promptWithImage: Handler = {
  kind: 'mcp-prompt',
  name: 'test_prompt_with_image',
  description: 'A prompt with an image in it',
  render: () => [
    { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
    { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
  ],
};
