// One kept-alive HTTP/1.1 connection with one request at a time. It does nothing more than that, because what the load
// generator spends is missing to the service on the same machine. Answers must have a content-length.
import { connect } from 'node:net';

/** @returns `send(conversationId, message)`, which gives the body of the answer, and `close()` */
export async function openConnection(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting;
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer === undefined) return;
    received = Buffer.alloc(0);
    if (answer.status === 200) waiting?.resolve(answer.body);
    else waiting?.reject(new Error(`HTTP ${answer.status}: ${answer.body.slice(0, 500)}`));
  });
  const fail = (error) => waiting?.reject(error ?? new Error('The service closed the connection.'));
  socket.on('error', fail).on('close', () => fail());
  return {
    send(conversationId, message) {
      const body = JSON.stringify({ conversationId, message });
      waiting = Promise.withResolvers();
      socket.write(
        `POST /api/v1/conversation/message HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return waiting.promise;
    },
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}

function readAnswer(bytes) {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.latin1Slice(0, headEnd);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)[1]);
  if (bytes.length < headEnd + 4 + length) return undefined;
  return { status: Number(head.slice(9, 12)), body: bytes.utf8Slice(headEnd + 4, headEnd + 4 + length) };
}
