import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const DRAG_BEGINS = 4;

interface DragActs {
  begin: () => number;
  move: (from: number, pixels: number) => void;
  point: (x: number, y: number) => void;
  press: () => void;
  /** After a drag. */
  drop: () => void;
}

/** A pointer that drags up or down, or points and presses. Positions are those in the window of the lanes. */
export function useDrag(stage: RefObject<HTMLElement | null>, act: DragActs) {
  const held = useRef<{ y: number; from: number; isMoved: boolean } | null>(null);
  const acts = useRef(act);
  useLayoutEffect(() => {
    acts.current = act;
  });
  // Not by React, whose dispatch takes as long as all else that a movement costs.
  useEffect(() => {
    const element = stage.current;
    const move = (event: globalThis.PointerEvent): void => {
      const { current } = held;
      if (current === null) {
        pointAt(event, element, acts.current);
        return;
      }
      const pixels = event.clientY - current.y;
      if (Math.abs(pixels) > DRAG_BEGINS) current.isMoved = true;
      if (current.isMoved) acts.current.move(current.from, pixels);
    };
    element?.addEventListener('pointermove', move);
    return () => element?.removeEventListener('pointermove', move);
  }, [stage]);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { y: event.clientY, from: act.begin(), isMoved: false };
      pointAt(event, event.currentTarget, act);
    },
    onPointerUp: () => {
      const isMoved = held.current?.isMoved;
      held.current = null;
      if (isMoved === false) act.press();
      if (isMoved === true) act.drop();
    },
    onPointerCancel: () => {
      const isMoved = held.current?.isMoved;
      held.current = null;
      if (isMoved === true) act.drop();
    },
  };
}

function pointAt(
  { clientX, clientY }: { clientX: number; clientY: number },
  stage: Element | null,
  { point }: DragActs,
): void {
  const box = stage?.querySelector('[data-window]')?.getBoundingClientRect();
  if (box !== undefined) point(clientX - box.left, clientY - box.top);
}
