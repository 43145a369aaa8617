import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../platform/common/json.js';
import { askedAt, askedOf, askedOnceMore, followsAsking, forgetAsked, isUnread, noteAsked } from './asked-of.js';

const PERSON = { kind: 'USER' } as const;
const AGENT = { kind: 'AGENT' } as const;

/** What a reply asks that is proposed in its turn. */
const fresh = (key: string, open: readonly string[] = [key]) => ({ asked: [key], fresh: [key], open, tried: [] });

/** What a reply asks once more. */
const STILL_ASKED = { asked: ['a.1'], fresh: [], open: ['a.1'], tried: [] };
const at = (turn: number) => ({ turn, epochMs: turn * 1_000 });

describe('what was asked of whom', () => {
  it('is kept apart for people and for agents', () => {
    const context: JsonObject = {};
    noteAsked(context, fresh('a.1'), PERSON, at(1));
    noteAsked(context, fresh('b.1', ['a.1', 'b.1']), AGENT, at(1));
    expect([askedOf(context, PERSON), askedOf(context, AGENT)]).toEqual([['a.1'], ['b.1']]);
    expect(['a.1', 'b.1'].map((key) => isUnread(context, key, PERSON))).toEqual([false, true]);
    expect(isUnread(context, 'b.1', AGENT)).toBe(false);
  });

  it('has been read by a person once a reply to one asks it', () => {
    const context: JsonObject = {};
    noteAsked(context, fresh('a.1'), AGENT, at(1));
    noteAsked(context, STILL_ASKED, PERSON, at(1));
    noteAsked(context, STILL_ASKED, AGENT, at(1));
    expect([askedOf(context, PERSON), isUnread(context, 'a.1', PERSON)]).toEqual([['a.1'], false]);
  });

  it('stays unread while replies to people ask other things, and is forgotten when it is closed', () => {
    const context: JsonObject = {};
    noteAsked(context, fresh('a.2'), AGENT, at(1));
    noteAsked(context, fresh('b.1', ['a.2', 'b.1']), PERSON, at(1));
    expect(isUnread(context, 'a.2', PERSON)).toBe(true);
    noteAsked(context, { asked: [], fresh: [], open: [], tried: [] }, PERSON, at(1));
    expect(context).toEqual({
      pending_action_asked_of_agent: ['a.2'],
      pending_action_asked_of_agent_since: { turn: 1, at_epoch_ms: 1_000 },
    });
    forgetAsked(context);
    expect(context).toEqual({});
  });

  it('means again what a reply asks that is read once more, unless no person has read that', () => {
    const context = { pending_action_asked: ['b.1'], pending_action_unread: ['c.1'] };
    expect(askedOnceMore(context, ['a.1'])).toMatchObject({ pending_action_asked: ['a.1'] });
    expect(askedOnceMore(context, ['b.1'])).toBeUndefined();
    expect(askedOnceMore(context, ['c.1'])).toBeUndefined();
    expect(askedOnceMore(context, [])).toBeUndefined();
  });

  it('is asked since the first of the replies that have asked it without a break or a try', () => {
    const context: JsonObject = {};
    const seenFrom = () =>
      [1, 2, 3, 4].find((seenTurn) => followsAsking(context, { seenTurn, sentAtMs: null }, PERSON));
    noteAsked(context, fresh('a.1'), PERSON, at(1));
    noteAsked(context, STILL_ASKED, PERSON, at(2));
    expect(seenFrom()).toBe(1);
    noteAsked(context, { ...STILL_ASKED, tried: ['a.1'] }, PERSON, at(3));
    expect(seenFrom()).toBe(3);
    noteAsked(context, { ...STILL_ASKED, asked: [] }, PERSON, at(3));
    noteAsked(context, STILL_ASKED, PERSON, at(4));
    expect(seenFrom()).toBe(4);
    const sent = (sentAtMs: number) =>
      followsAsking(askedAt(context, { turn: 4, epochMs: 9_000 }), { seenTurn: 4, sentAtMs }, PERSON);
    expect([sent(8_999), sent(9_000)]).toEqual([false, true]);
  });
});
