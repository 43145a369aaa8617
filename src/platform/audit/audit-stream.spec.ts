import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { AuditEvent } from './audit-event.js';
import { AuditStream, type RecordedEvents, type StreamMessage } from './audit-stream.js';

function event(conversationId: string, auditId: number): AuditEvent {
  return { conversationId, auditId, turnNo: 1, stage: 'USER_INPUT', payload: {}, createdAtMs: 0 };
}

/** Events with these ids, recorded in one go. */
function recorded(conversationId: string, ...auditIds: number[]): RecordedEvents {
  const events = auditIds.map((auditId) => event(conversationId, auditId));
  return { conversationId, newestId: auditIds.at(-1) ?? 0, events: () => events };
}

/** A listener that remembers what it was told. */
function recording() {
  const heard: string[] = [];
  return {
    heard,
    receive: (message: StreamMessage) => {
      if (message.kind === 'audit') heard.push(`#${message.event.auditId}`);
      else heard.push(message.kind === 'recorded' ? `up to #${message.newestId}` : message.progress.text);
    },
    end: () => {
      heard.push('end');
    },
  };
}

describe('AuditStream', () => {
  it('gives a listener the events of its conversation only, in order, with progress among them', async () => {
    const stream = new AuditStream();
    const listener = recording();
    stream.subscribe('a', listener);
    stream.publish(recorded('a', 1));
    stream.publish(recorded('b', 9));
    stream.publishProgress('a', { stage: 'STEP_ENTER', text: 'working', level: 'INFO' });
    stream.publish(recorded('a', 2));
    await nextRound();
    expect(listener.heard).toEqual(['#1', 'working', '#2']);
  });

  it('does not ask for the events of a conversation that nobody follows', () => {
    const stream = new AuditStream();
    const events = vi.fn(() => []);
    stream.publish({ conversationId: 'a', newestId: 1, events });
    expect(events).not.toHaveBeenCalled();
  });

  it('tells those who follow a conversation how far another process has recorded it', async () => {
    const stream = new AuditStream();
    const [listener, other] = [recording(), recording()];
    stream.subscribe('a', listener);
    stream.subscribe('b', other);
    stream.publish(recorded('a', 1));
    stream.announce('a', 7);
    await nextRound();
    expect([listener.heard, other.heard]).toEqual([['#1', 'up to #7'], []]);
    expect(stream.followed()).toEqual(['a', 'b']);
  });

  it('lets others hear of what is published here, followed or not, and of nothing that was announced', () => {
    const stream = new AuditStream();
    const heard: string[] = [];
    const leave = stream.onPublish(({ conversationId, newestId }) =>
      heard.push(`${conversationId} up to #${newestId}`),
    );
    stream.publish(recorded('a', 1, 2));
    stream.announce('a', 7);
    leave();
    stream.publish(recorded('a', 3));
    expect(heard).toEqual(['a up to #2']);
  });

  it('goes on before any listener has run', async () => {
    const stream = new AuditStream();
    const listener = recording();
    stream.subscribe('a', listener);
    stream.publish(recorded('a', 1));
    expect(listener.heard).toEqual([]);
    await nextRound();
    expect(listener.heard).toEqual(['#1']);
  });

  it('tells a listener nothing after it has left, and forgets the conversation', async () => {
    const stream = new AuditStream();
    const listener = recording();
    const leave = stream.subscribe('a', listener);
    stream.publish(recorded('a', 1));
    leave();
    await nextRound();
    expect(listener.heard).toEqual([]);
    expect(stream.hasListeners('a')).toBe(false);
  });

  it('ends a listener that throws, and serves the others', async () => {
    const stream = new AuditStream();
    const ended: string[] = [];
    stream.subscribe('a', {
      receive: () => {
        throw new Error('broken pipe');
      },
      end: () => ended.push('broken'),
    });
    const listener = recording();
    stream.subscribe('a', listener);
    stream.publish(recorded('a', 1, 2));
    await nextRound();
    expect(listener.heard).toEqual(['#1', '#2']);
    expect(ended).toEqual(['broken']);
  });

  it('makes room for a new listener of a full conversation by ending its oldest', () => {
    const stream = new AuditStream(undefined, { perConversation: 2, total: 100 });
    const [first, second, third, other] = [recording(), recording(), recording(), recording()];
    stream.subscribe('b', other);
    for (const listener of [first, second, third]) stream.subscribe('a', listener);
    expect([first.heard, second.heard, third.heard, other.heard]).toEqual([['end'], [], [], []]);
  });

  it('makes room for a new listener of a full process by ending the oldest of all', () => {
    const stream = new AuditStream(undefined, { perConversation: 2, total: 2 });
    const [first, second, third] = [recording(), recording(), recording()];
    stream.subscribe('a', first);
    stream.subscribe('b', second);
    stream.subscribe('c', third);
    expect([first.heard, second.heard, third.heard]).toEqual([['end'], [], []]);
  });

  it('ends every listener when it closes, whatever one of them throws', () => {
    const stream = new AuditStream();
    const listener = recording();
    stream.subscribe('a', {
      receive: () => undefined,
      end: () => {
        throw new Error('already gone');
      },
    });
    stream.subscribe('b', listener);
    stream.close();
    expect(listener.heard).toEqual(['end']);
    expect(stream.hasListeners('a') || stream.hasListeners('b')).toBe(false);
  });

  it('ends a listener at once that comes after it has closed', () => {
    const stream = new AuditStream();
    const listener = recording();
    stream.close();
    stream.subscribe('a', listener);
    expect(listener.heard).toEqual(['end']);
    expect(stream.hasListeners('a')).toBe(false);
  });
});
