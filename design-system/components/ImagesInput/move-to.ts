/**
 * @param ids in order; @param moved some of them; @param target one that is not moved
 * @returns all ids, with the moved ones before or after the target, in their previous order
 */
export function moveTo(
  ids: readonly string[],
  moved: readonly string[],
  target: string,
  position: 'before' | 'after' | 'on',
): string[] {
  const set = new Set(moved)
  if (set.has(target)) return [...ids]
  const kept = ids.filter((id) => !set.has(id))
  const at = kept.indexOf(target) + (position === 'before' ? 0 : 1)
  return [...kept.slice(0, at), ...ids.filter((id) => set.has(id)), ...kept.slice(at)]
}
