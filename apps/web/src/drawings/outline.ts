/** Adds the outline of a mark to the path of a canvas. */
export function outline(
  context: CanvasRenderingContext2D,
  shape: 'circle' | 'triangle' | 'diamond',
  { x, y }: { x: number; y: number },
  radius: number,
): void {
  if (shape === 'circle') {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  const size = radius * 1.15;
  const foot = shape === 'diamond' ? 0 : radius * 0.8;
  context.moveTo(x, y - size);
  context.lineTo(x + size, y + foot);
  if (shape === 'diamond') context.lineTo(x, y + size);
  context.lineTo(x - size, y + foot);
  context.closePath();
}
