/** What is known of a vertex, after Johari's window. */
export type Quadrant = 'open' | 'blind' | 'hidden' | 'unknown';

const USUAL_THRESHOLD = 0.5;
const LEAST_THRESHOLD = 0.35;
const GREATEST_THRESHOLD = 0.65;

/** The threshold in force: 0.5 where none is asked for, and never outside 0.35…0.65. */
export function effectiveThreshold(asked: number = USUAL_THRESHOLD): number {
  return Math.min(GREATEST_THRESHOLD, Math.max(LEAST_THRESHOLD, asked));
}

/** Little surprise is at or below the threshold; much coherence is above it. */
export function quadrant(deltaS: number, deltaC: number, threshold: number): Quadrant {
  if (deltaS <= threshold) return deltaC > threshold ? 'open' : 'hidden';
  return deltaC > threshold ? 'unknown' : 'blind';
}
