import { Graph, layout } from '@dagrejs/dagre';
import { type FlowModel, type Group, type Part, stateId } from './flow-model';

/** Where something stands, in pixels of the map. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const STATE = { width: 230, height: 66 };
/** The widest that a name makes a box, what a letter of it takes at most, and what stands beside it. */
const NAME = { most: 380, letter: 9.5, beside: 44 };
const OTHER = { width: 214, height: 52 };
const LITTLE = 8;
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

/** A state with what is said, done and called in it below. */
interface Block {
  readonly parts: readonly Part[];
  readonly height: number;
}

function layOutGroup(group: Group, lines: FlowModel['lines']): Map<string, Box> {
  const blocks = new Map(group.states.map((state) => [state.id, blockOf(group, state)]));
  const stateWidth = widthOf(group.states);
  const graph = new Graph().setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 56 }).setDefaultEdgeLabel(() => ({}));
  for (const [id, { height }] of blocks) graph.setNode(id, { width: stateWidth, height });
  for (const { from, to } of lines) if (from !== to && blocks.has(from) && blocks.has(to)) graph.setEdge(from, to);
  layout(graph);
  const boxes = new Map<string, Box>();
  for (const [id, { parts, height }] of blocks) {
    const node = graph.node(id);
    const [x, y] = [node.x - stateWidth / 2 + PADDING, node.y - height / 2 + HEADING];
    boxes.set(id, { width: stateWidth, height: STATE.height, x, y });
    for (const [nth, part] of parts.entries()) {
      const below = STATE.height + LITTLE + nth * (OTHER.height + LITTLE);
      boxes.set(part.id, { ...OTHER, x: x + stateWidth - OTHER.width, y: y + below });
    }
  }
  return boxes;
}

/** As wide as the longest name of an intent's states needs. */
function widthOf(states: readonly Part[]): number {
  const letters = Math.max(0, ...states.map(({ name }) => name.length));
  return Math.min(Math.max(STATE.width, NAME.beside + letters * NAME.letter), NAME.most);
}

function blockOf(group: Group, state: Part): Block {
  const parts = besides(group).filter((part) => stateId(part.intent, part.state) === state.id);
  return { parts, height: STATE.height + parts.length * (OTHER.height + LITTLE) };
}

function besides({ tools, actions, replies }: Group): readonly Part[] {
  return [...tools, ...actions, ...replies];
}

/** The parts that stand in an intent's frame: rules are lines, and classifiers stand in the list. */
export function shownIn(group: Group): readonly Part[] {
  return group.states.flatMap((state) => [state, ...blockOf(group, state).parts]);
}
