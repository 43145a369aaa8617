import { Graph, layout } from '@dagrejs/dagre';
import type { FlowModel, Group, Part } from './flow-model';

/** Where something stands, in pixels of the map. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const STATE = { width: 230, height: 66 };
const OTHER = { width: 220, height: 56 };
const PADDING = 20;
const HEADING = 46;
const GAP = 32;
/** The map is about so much wider than high. */
const SHAPE = 2.2;

/** Gives every part of the map its place: each intent by itself, from left to right; intents beside and below another. */
export function layOut({ groups, lines }: FlowModel): Map<string, Box> {
  const frames = groups.map((group) => frameOf(group, lines));
  const boxes = new Map<string, Box>();
  const places = placesOf(frames);
  for (const [index, frame] of frames.entries()) {
    const place = places[index];
    const group = groups[index];
    if (place === undefined || group === undefined) continue;
    boxes.set(group.intent.id, { ...place, width: frame.width, height: frame.height });
    for (const [id, box] of frame.inside) boxes.set(id, { ...box, x: place.x + box.x, y: place.y + box.y });
  }
  return boxes;
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Within the frame. */
  readonly inside: ReadonlyMap<string, Box>;
}

function frameOf(group: Group, lines: FlowModel['lines']): Frame {
  const inside = layOutGroup(group, lines);
  const width = Math.max(240, ...[...inside.values()].map((box) => box.x + box.width)) + PADDING;
  const height = Math.max(HEADING, ...[...inside.values()].map((box) => box.y + box.height)) + PADDING;
  return { width, height, inside };
}

type Place = Pick<Box, 'x' | 'y'>;

/** In rows, as wide as lets most of the map be seen at once. */
function placesOf(frames: readonly Frame[]): readonly Place[] {
  const widths = frames.map((_, index) => frames.slice(0, index + 1).reduce((sum, { width }) => sum + width + GAP, 0));
  const tried = widths.map((widest) => rowsOf(frames, widest));
  return tried.toSorted((a, b) => a.size - b.size)[0]?.places ?? [];
}

function rowsOf(
  frames: readonly Frame[],
  widest: number,
): { readonly places: readonly Place[]; readonly size: number } {
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  const places = frames.map((frame) => {
    if (x > 0 && x + frame.width > widest) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    const place = { x, y };
    x += frame.width + GAP;
    width = Math.max(width, x);
    rowHeight = Math.max(rowHeight, frame.height);
    return place;
  });
  return { places, size: Math.max(width, SHAPE * (y + rowHeight)) };
}

function layOutGroup(group: Group, lines: FlowModel['lines']): Map<string, Box> {
  const graph = new Graph().setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 64 }).setDefaultEdgeLabel(() => ({}));
  const parts = shownIn(group);
  const ids = new Set(parts.map((part) => part.id));
  for (const part of parts) graph.setNode(part.id, { ...(part.kind === 'state' ? STATE : OTHER) });
  for (const { from, to } of lines) if (from !== to && ids.has(from) && ids.has(to)) graph.setEdge(from, to);
  layout(graph);
  return new Map(
    parts.map(({ id }) => {
      const { x, y, width, height } = graph.node(id);
      return [id, { x: x - width / 2 + PADDING, y: y - height / 2 + HEADING, width, height }];
    }),
  );
}

/** The parts that stand in an intent's frame: rules are lines. */
export function shownIn({ states, replies, actions, tools }: Group): readonly Part[] {
  return [...states, ...replies, ...actions, ...tools];
}
