/** The icons of actions, by the names that resources give them. */
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BellOff,
  Clock,
  Eraser,
  EyeOff,
  Flag,
  FolderInput,
  Globe,
  KeyRound,
  Pencil,
  Power,
  ShieldOff,
  Tag,
  UserCheck,
  type LucideIcon,
} from 'lucide-react'
import type { ActionIcon } from '@resources/resource'

export const ACTION_ICONS: { readonly [I in ActionIcon]: LucideIcon } = {
  edit: Pencil,
  key: KeyRound,
  'shield-off': ShieldOff,
  'arrow-down': ArrowDownToLine,
  'arrow-up': ArrowUpFromLine,
  move: FolderInput,
  power: Power,
  'bell-off': BellOff,
  eraser: Eraser,
  globe: Globe,
  clock: Clock,
  'eye-off': EyeOff,
  flag: Flag,
  'user-check': UserCheck,
  tag: Tag,
}
