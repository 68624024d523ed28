import type { LucideIcon } from 'lucide-react'

/** Icon sizes (look, section 3): pixels and stroke. */
export const ICON_SIZES = {
  header: { size: 12, strokeWidth: 2.25 },
  pill: { size: 14, strokeWidth: 2 },
  default: { size: 16, strokeWidth: 1.75 },
  topBar: { size: 18, strokeWidth: 1.75 },
  tile: { size: 20, strokeWidth: 1.75 },
  /** Alone in the middle of an empty state. */
  state: { size: 24, strokeWidth: 1.5 },
} as const
export type IconSize = keyof typeof ICON_SIZES

interface Props {
  /** One icon of lucide-react, imported by its name. */
  icon: LucideIcon
  size?: IconSize
  className?: string
}

/**
 * A Lucide icon in one of the look's sizes. It is hidden from screen readers: the text beside it, or the name of the control around
 * it, has the meaning.
 */
export function Icon({ icon: Drawing, size = 'default', className }: Props) {
  return <Drawing {...ICON_SIZES[size]} className={className} aria-hidden focusable={false} />
}
