// The load generator, a process of its own. A request names the addresses; turns of a conversation go round them, so
// that with two processes every conversation meets both.
import { measureOnRequest } from './conversations.mjs';
import { openConnection } from './http-connection.mjs';

measureOnRequest(({ urls }) => async (index) => {
  const connections = await Promise.all(urls.map((url) => openConnection(url)));
  let next = index;
  return {
    send: (conversationId, message) => connections[next++ % connections.length].send(conversationId, message),
    close: () =>
      connections.forEach((connection) => {
        connection.close();
      }),
  };
});
