// The canvas of the picture: drawing, panning, zooming and hit testing. Draws at most once per frame, and only when needed.
import type { Picture } from '@kuwei/contract/wms/picture';
import { BOX, boxAt, HEAD, type PictureLayout } from './layout.ts';

export interface Scene {
  picture: Picture;
  layout: PictureLayout;
}

/** The current appearance of a scene's boxes. */
export interface Look {
  /** Index into `fills` for each box. */
  classOf: Uint8Array;
  fills: readonly string[];
  /** The mark on a box that is large enough. */
  markOf: (box: number) => string;
  /** Highlighted boxes, all others are dimmed; null: no highlighting. */
  lit: ReadonlySet<number> | null;
  chosen: number | null;
  ink: { text: string; quiet: string; line: string; surface: string; ground: string; accent: string };
  font: string;
}

/** Maximum screen pixels per picture unit. */
const MAX_SCALE = 5;
const ZOOM_STEP = 1.4;
/** Screen pixels of movement that turn a press into a drag. */
const SLOP = 5;
/** Minimum size in screen pixels for an outline, a mark and a name. */
const OUTLINED = 12;
const MARKED = 44;
const NAMED = 9;
const FADED = 0.22;
const MARGIN = 12;

export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #onChoose: (box: number | null) => void;
  #scene: Scene | null = null;
  #look: Look | null = null;
  /** The picture's origin in screen pixels. */
  #left = 0;
  #top = 0;
  #scale = 1;
  #isFitted = true;
  #frame = 0;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #dragged = false;
  readonly #sized: ResizeObserver;

  /** @param onChoose a box was pressed; null: the background */
  constructor(canvas: HTMLCanvasElement, onChoose: (box: number | null) => void) {
    this.#canvas = canvas;
    this.#onChoose = onChoose;
    canvas.addEventListener('pointerdown', this.#down);
    canvas.addEventListener('pointermove', this.#move);
    canvas.addEventListener('pointerup', this.#up);
    canvas.addEventListener('pointercancel', this.#cancel);
    canvas.addEventListener('wheel', this.#wheel, { passive: false });
    this.#sized = new ResizeObserver(() => {
      if (this.#isFitted) this.fit();
      this.#draw();
    });
    this.#sized.observe(canvas);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#sized.disconnect();
    this.#canvas.removeEventListener('pointerdown', this.#down);
    this.#canvas.removeEventListener('pointermove', this.#move);
    this.#canvas.removeEventListener('pointerup', this.#up);
    this.#canvas.removeEventListener('pointercancel', this.#cancel);
    this.#canvas.removeEventListener('wheel', this.#wheel);
  }

  /** A new picture is fitted to the window; a refreshed one keeps its position. */
  show(scene: Scene, look: Look): void {
    const isOther = this.#scene?.picture.warehouseId !== scene.picture.warehouseId;
    this.#scene = scene;
    this.#look = look;
    if (isOther || this.#isFitted) this.fit();
    this.#draw();
  }

  fit(): void {
    const { width, height } = this.#size();
    if (!this.#scene || width === 0) return;
    const { w, h } = this.#scene.layout;
    this.#scale = Math.min((width - 2 * MARGIN) / w, (height - 2 * MARGIN) / h, 2);
    this.#left = (width - w * this.#scale) / 2;
    this.#top = (height - h * this.#scale) / 2;
    this.#isFitted = true;
    this.#draw();
  }

  zoom(steps: number): void {
    const { width, height } = this.#size();
    this.#zoomAt(width / 2, height / 2, ZOOM_STEP ** steps);
  }

  /** Scrolls boxes into view, all if they fit; zooms in until they are distinguishable, never out for fewer. */
  bring(boxes: readonly number[]): void {
    if (!this.#scene || boxes.length === 0) return;
    const { x, y } = this.#scene.layout;
    const { width, height } = this.#size();
    const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const box of boxes) {
      bounds.left = Math.min(bounds.left, x[box]!);
      bounds.top = Math.min(bounds.top, y[box]!);
      bounds.right = Math.max(bounds.right, x[box]! + BOX.w);
      bounds.bottom = Math.max(bounds.bottom, y[box]! + BOX.h);
    }
    const room = Math.min((width - 80) / (bounds.right - bounds.left), (height - 80) / (bounds.bottom - bounds.top));
    this.#scale = Math.min(Math.max(this.#scale, MARKED / BOX.w), room, MAX_SCALE);
    this.#left = width / 2 - ((bounds.left + bounds.right) / 2) * this.#scale;
    this.#top = height / 2 - ((bounds.top + bounds.bottom) / 2) * this.#scale;
    this.#isFitted = false;
    this.#draw();
  }

  /** Scrolls as little as needed to show the box. */
  keepInSight(box: number): void {
    if (!this.#scene) return;
    const { width, height } = this.#size();
    const x = this.#left + this.#scene.layout.x[box]! * this.#scale;
    const y = this.#top + this.#scene.layout.y[box]! * this.#scale;
    const room = 24;
    this.#left += Math.max(0, room - x) - Math.max(0, x + BOX.w * this.#scale + room - width);
    this.#top += Math.max(0, room - y) - Math.max(0, y + BOX.h * this.#scale + room - height);
    this.#draw();
  }

  #size(): { width: number; height: number } {
    return { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
  }

  #zoomAt(x: number, y: number, factor: number): void {
    const { width } = this.#size();
    const least = this.#scene ? Math.min(0.2, (width - 2 * MARGIN) / this.#scene.layout.w) : 0.1;
    const scale = Math.max(least, Math.min(MAX_SCALE, this.#scale * factor));
    const change = scale / this.#scale;
    this.#left = x - (x - this.#left) * change;
    this.#top = y - (y - this.#top) * change;
    this.#scale = scale;
    this.#isFitted = false;
    this.#draw();
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.#pointers.size === 1) this.#dragged = false;
  };

  readonly #move = (event: PointerEvent): void => {
    const from = this.#pointers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.offsetX, y: event.offsetY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const now = Math.hypot(to.x - other.x, to.y - other.y);
      if (before > 0) this.#zoomAt((to.x + other.x) / 2, (to.y + other.y) / 2, now / before);
      this.#dragged = true;
    } else if (this.#dragged || Math.hypot(to.x - from.x, to.y - from.y) > SLOP) {
      this.#dragged = true;
      this.#isFitted = false;
      this.#left += to.x - from.x;
      this.#top += to.y - from.y;
      this.#draw();
    } else return;
    this.#pointers.set(event.pointerId, to);
  };

  readonly #up = (event: PointerEvent): void => {
    const wasLastPointer = this.#pointers.delete(event.pointerId) && this.#pointers.size === 0;
    if (!wasLastPointer || this.#dragged || !this.#scene) return;
    const box = boxAt(this.#scene.layout, (event.offsetX - this.#left) / this.#scale, (event.offsetY - this.#top) / this.#scale);
    this.#onChoose(box < 0 ? null : box);
  };

  readonly #cancel = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
  };

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#zoomAt(event.offsetX, event.offsetY, Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)));
  };

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#paint());
  }

  #paint(): void {
    const { width, height } = this.#size();
    const context = this.#canvas.getContext('2d');
    if (!context || !this.#scene || !this.#look || width === 0) return;
    const ratio = window.devicePixelRatio;
    if (this.#canvas.width !== Math.round(width * ratio) || this.#canvas.height !== Math.round(height * ratio)) {
      this.#canvas.width = Math.round(width * ratio);
      this.#canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.textBaseline = 'middle';
    const seen = this.#containersInSight(width, height);
    this.#paintContainers(context, seen);
    this.#paintBoxes(
      context,
      seen.flatMap(({ boxes }) => boxes),
      width,
      height,
    );
  }

  #containersInSight(width: number, height: number): PictureLayout['containers'] {
    const scale = this.#scale;
    return this.#scene!.layout.containers.filter(
      ({ x, y, w, h }) =>
        this.#left + (x + w) * scale > 0 &&
        this.#top + (y + h) * scale > 0 &&
        this.#left + x * scale < width &&
        this.#top + y * scale < height,
    );
  }

  #paintContainers(context: CanvasRenderingContext2D, seen: PictureLayout['containers']): void {
    const { ink, font } = this.#look!;
    const { picture } = this.#scene!;
    const scale = this.#scale;
    const headHeight = HEAD * scale;
    const size = Math.min(14, Math.max(11, headHeight * 0.68));
    context.lineWidth = 1;
    context.strokeStyle = ink.line;
    for (const { at, depth, ...rect } of seen) {
      const [x, y, w, h] = [this.#left + rect.x * scale, this.#top + rect.y * scale, rect.w * scale, rect.h * scale];
      context.fillStyle = depth % 2 === 0 ? ink.surface : ink.ground;
      context.fillRect(x, y, w, h);
      context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(w), Math.round(h));
      if (headHeight < NAMED || w < 30) continue;
      const { code, name } = picture.containers[at]!;
      context.fillStyle = depth === 0 ? ink.text : ink.quiet;
      context.font = `${depth === 0 ? 600 : 400} ${size}px ${font}`;
      // Pin the name of a partly visible container to the window's edge.
      const left = Math.max(x, Math.min(0, x + w - 120)) + 6;
      context.fillText(
        truncate(context, `${code} ${name}`, x + w - left - 6),
        left,
        Math.max(y, Math.min(0, y + h - headHeight * 2)) + headHeight * 0.6,
      );
    }
  }

  #paintBoxes(context: CanvasRenderingContext2D, boxes: readonly number[], width: number, height: number): void {
    const { classOf, fills, lit, chosen, ink } = this.#look!;
    const { x, y } = this.#scene!.layout;
    const scale = this.#scale;
    const [w, h] = [BOX.w * scale, BOX.h * scale];
    const inSight = boxes.filter((box) => {
      const [left, top] = [this.#left + x[box]! * scale, this.#top + y[box]! * scale];
      return left + w > 0 && top + h > 0 && left < width && top < height;
    });
    // Batch by colour and snap to whole pixels: both matter with ten thousand boxes per frame.
    const groups = Map.groupBy(inSight, (box) => classOf[box]! * 2 + (lit === null || lit.has(box) ? 1 : 0));
    const [wide, high] = [Math.max(1, Math.round(w)), Math.max(1, Math.round(h))];
    context.strokeStyle = ink.line;
    for (const [group, members] of groups) {
      context.globalAlpha = group % 2 === 1 ? 1 : FADED;
      context.fillStyle = fills[group >> 1]!;
      for (const box of members) {
        const [left, top] = [Math.round(this.#left + x[box]! * scale), Math.round(this.#top + y[box]! * scale)];
        context.fillRect(left, top, wide, high);
        if (w >= OUTLINED) context.strokeRect(left + 0.5, top + 0.5, wide - 1, high - 1);
      }
    }
    context.globalAlpha = 1;
    if (lit !== null && lit.size < boxes.length)
      this.#outline(
        context,
        inSight.filter((box) => lit.has(box)),
        ink.text,
        1.5,
      );
    if (chosen !== null) this.#outline(context, [chosen], ink.accent, 3);
    if (w >= MARKED) for (const box of inSight) this.#mark(context, box, w, h);
  }

  #outline(context: CanvasRenderingContext2D, boxes: readonly number[], colour: string, width: number): void {
    const { x, y } = this.#scene!.layout;
    context.beginPath();
    for (const box of boxes)
      context.rect(
        this.#left + x[box]! * this.#scale - 1,
        this.#top + y[box]! * this.#scale - 1,
        BOX.w * this.#scale + 2,
        BOX.h * this.#scale + 2,
      );
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
    context.lineWidth = 1;
  }

  #mark(context: CanvasRenderingContext2D, box: number, w: number, h: number): void {
    const { markOf, ink, font, lit } = this.#look!;
    const { picture, layout } = this.#scene!;
    const x = this.#left + layout.x[box]! * this.#scale;
    const y = this.#top + layout.y[box]! * this.#scale;
    const code = picture.boxes.code[box]!;
    const own = code.slice(code.indexOf('-', code.indexOf('-') + 1) + 1);
    context.globalAlpha = lit === null || lit.has(box) ? 1 : FADED;
    context.fillStyle = ink.text;
    context.font = `11px ${font}`;
    context.fillText(truncate(context, own, w - 8), x + 4, y + h * 0.3);
    context.font = `600 12px ${font}`;
    context.fillText(truncate(context, markOf(box), w - 8), x + 4, y + h * 0.7);
    context.globalAlpha = 1;
  }
}

/** Truncates text to a width. */
function truncate(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (width <= 0) return '';
  if (context.measureText(text).width <= width) return text;
  let kept = text;
  while (kept.length > 1 && context.measureText(`${kept}…`).width > width) kept = kept.slice(0, -1);
  return kept.length > 1 ? `${kept}…` : '';
}
