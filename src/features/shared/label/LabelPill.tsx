import {
  Ban,
  CalendarClock,
  ChevronsUp,
  ChevronUp,
  CircleArrowUp,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  Loader,
  Pencil,
  Shield,
  ShieldAlert,
  ShieldCheck,
  ShieldHalf,
  Timer,
  TriangleAlert,
  Undo2,
  UserCheck,
  UsersRound,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import type { Label } from '@contract/labels'
import { StatusPill } from '@design-system/primitives/StatusPill/StatusPill'

/** The icons that the contract's labels name. `label-pill.test.ts` checks that both agree. */
export const LABEL_ICONS: Readonly<Record<string, LucideIcon>> = {
  ban: Ban,
  'calendar-clock': CalendarClock,
  'chevron-up': ChevronUp,
  'chevrons-up': ChevronsUp,
  'circle-arrow-up': CircleArrowUp,
  'circle-check': CircleCheck,
  'circle-dashed': CircleDashed,
  'circle-dot': CircleDot,
  'circle-help': CircleQuestionMark,
  'circle-pause': CirclePause,
  'circle-slash': CircleSlash,
  'circle-x': CircleX,
  clock: Clock,
  loader: Loader,
  pencil: Pencil,
  shield: Shield,
  'shield-half': ShieldHalf,
  timer: Timer,
  'shield-alert': ShieldAlert,
  'shield-check': ShieldCheck,
  'triangle-alert': TriangleAlert,
  'undo-2': Undo2,
  'user-check': UserCheck,
  'user-x': UserX,
  'users-round': UsersRound,
}

interface Props {
  /** Text, hue and icon of a state, from the contract; null for the usual state, which is not shown. */
  label: Label | null
  size?: 'default' | 'list'
}

/** A state of the domain as a pill. */
export function LabelPill({ label, size }: Props) {
  if (!label) return null
  return (
    <StatusPill tone={label.tone} icon={LABEL_ICONS[label.icon] ?? CircleDashed} size={size}>
      {label.word}
    </StatusPill>
  )
}
