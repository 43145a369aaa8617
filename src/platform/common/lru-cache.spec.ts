import { describe, expect, it } from 'vitest';
import { LruCache } from './lru-cache.js';

describe('the cache', () => {
  it('makes a value once for one key', () => {
    const cache = new LruCache<object>(2);
    expect(cache.get('a', () => ({}))).toBe(cache.get('a', () => ({})));
  });

  it('forgets what was used longest ago', () => {
    const cache = new LruCache<string>(2);
    cache.get('a', () => 'first');
    cache.get('b', () => 'first');
    cache.get('a', () => 'again');
    cache.get('c', () => 'first');
    expect(cache.get('a', () => 'made again')).toBe('first');
    expect(cache.get('b', () => 'made again')).toBe('made again');
  });

  it('keeps nothing when making the value fails', () => {
    const cache = new LruCache<string>(2);
    const fail = () => {
      throw new Error('no');
    };
    expect(() => cache.get('a', fail)).toThrow('no');
    expect(cache.get('a', () => 'made')).toBe('made');
  });
});
