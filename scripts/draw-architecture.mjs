// Draws docs/architecture.svg from the tables of the import rules: wings as bands, their rooms in rows, so that a room uses
// only what stands below it.
import { ROOMS, WINGS } from './import-rules.mjs';

/** The bands from top to bottom; wings that do not see each other stand side by side. */
const ROWS = [['app'], ['interfaces'], ['engine', 'authoring'], ['tools'], ['understanding'], ['platform']];

const WIDTH = 960;
const MARGIN = 20;
const GAP = 34;
const TITLE = 34;
const BOX = { height: 30, gap: 18, rowGap: 12 };

/** @returns {string} the picture as SVG */
export function drawArchitecture() {
  const { bands, height } = layOut();
  const parts = [...bands.values()].flatMap((band) => [drawBand(band), ...band.boxes.map(drawRoom)]);
  const pairs = bands.values().flatMap(({ wing }) => WINGS[wing].map((used) => [bands.get(wing), bands.get(used)]));
  const arrows = [...pairs].filter(([from, to]) => to.row - from.row === 1).map(drawArrow);
  return `${head(height)}\n${[...parts, ...drawMutual(bands), ...arrows].join('\n')}\n</svg>\n`;
}

function layOut() {
  const bands = new Map();
  let top = MARGIN;
  for (const [row, wings] of ROWS.entries()) {
    const height = Math.max(...wings.map((wing) => heightOf(rowsOf(wing).length)));
    const width = (WIDTH - 2 * MARGIN - (wings.length - 1) * GAP) / wings.length;
    for (const [index, wing] of wings.entries()) {
      const area = { left: MARGIN + index * (width + GAP), top, width, height };
      bands.set(wing, { wing, row, ...area, boxes: placeRooms(wing, area) });
    }
    top += height + GAP;
  }
  return { bands, height: top - GAP + MARGIN };
}

function heightOf(rows) {
  return TITLE + rows * (BOX.height + BOX.rowGap);
}

/** The rooms of a wing from top to bottom; two that use each other stand in one row. */
function rowsOf(wing) {
  const rooms = Object.fromEntries(Object.entries(ROOMS[wing]).filter(([room]) => room !== 'entrance'));
  const isMutual = (one, other) => rooms[one].includes(other) && rooms[other].includes(one);
  const levels = Object.fromEntries(Object.keys(rooms).map((room) => [room, 0]));
  // As often as there are rooms is enough, however long a chain of them is.
  for (const _ of Object.keys(rooms)) {
    for (const [room, used] of Object.entries(rooms)) {
      levels[room] = Math.max(0, ...used.map((other) => levels[other] + (isMutual(room, other) ? 0 : 1)));
    }
  }
  const highest = Math.max(...Object.values(levels));
  const rows = Array.from({ length: highest + 1 }, (_, index) => highest - index);
  return rows.map((level) => Object.keys(rooms).filter((room) => levels[room] === level));
}

function placeRooms(wing, { left, top, width, height }) {
  const rows = rowsOf(wing);
  const start = top + TITLE + (height - heightOf(rows.length)) / 2;
  return rows.flatMap((rooms, index) => {
    const widths = rooms.map((room) => labelOf(wing, room).length * 7 + 26);
    const total = widths.reduce((sum, one) => sum + one + BOX.gap, -BOX.gap);
    let x = left + (width - total) / 2;
    return rooms.map((room, place) => {
      const box = { wing, room, x, y: start + index * (BOX.height + BOX.rowGap), width: widths[place] };
      x += box.width + BOX.gap;
      return box;
    });
  });
}

function labelOf(wing, room) {
  return room === '.' ? `${wing}/*.ts` : room;
}

function drawBand({ wing, left, top, width, height }) {
  const used = WINGS[wing].join(', ');
  return [
    `<rect class="band" x="${px(left)}" y="${px(top)}" width="${px(width)}" height="${px(height)}" rx="10"/>`,
    `<text class="wing" x="${px(left + 14)}" y="${px(top + 22)}">${wing}</text>`,
    `<text class="note" x="${px(left + width - 14)}" y="${px(top + 21)}">${used && `uses ${used}`}</text>`,
  ].join('');
}

function drawRoom({ wing, room, x, y, width }) {
  return [
    `<rect class="room" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${BOX.height}" rx="6"/>`,
    `<text class="name" x="${px(x + width / 2)}" y="${px(y + 19.5)}">${labelOf(wing, room)}</text>`,
  ].join('');
}

/** Rooms that use each other stand beside each other. */
function drawMutual(bands) {
  return [...bands.values()].flatMap(({ wing, boxes }) =>
    boxes.flatMap((box, index) => {
      const next = boxes[index + 1];
      if (next?.y !== box.y || !ROOMS[wing][box.room].includes(next.room)) return [];
      const y = px(box.y + BOX.height / 2);
      return [
        `<path class="use" d="M${px(box.x + box.width + 2)} ${y}H${px(next.x - 2)}" marker-start="url(#tip)" marker-end="url(#tip)"/>`,
      ];
    }),
  );
}

function drawArrow([from, to]) {
  const x = (Math.max(from.left, to.left) + Math.min(from.left + from.width, to.left + to.width)) / 2;
  return `<path class="use" d="M${px(x)} ${px(from.top + from.height)}V${px(to.top - 2)}" marker-end="url(#tip)"/>`;
}

/** A coordinate, short and the same on every machine. */
function px(value) {
  return String(Math.round(value * 10) / 10);
}

function head(height) {
  const size = `width="${WIDTH}" height="${Math.ceil(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${Math.ceil(height)}" font-family="Helvetica, Arial, sans-serif">
<title>The wings of src and their rooms; a room uses what stands below it</title>
<style>
.page { fill: #ffffff }
.band { fill: #f3f6f9; stroke: #c9d4de }
.room { fill: #ffffff; stroke: #8ea4b8 }
.wing { font-size: 16px; font-weight: bold; fill: #24425c }
.note { font-size: 11px; fill: #708396; text-anchor: end }
.name { font-size: 12px; fill: #24425c; text-anchor: middle }
.use { fill: none; stroke: #8ea4b8; stroke-width: 1.4 }
.tip { fill: #8ea4b8 }
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto-start-reverse"><path class="tip" d="M0 0L8 4L0 8Z"/></marker></defs>
<rect class="page" ${size}/>`;
}
