import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import {
  ArrowDown,
  ArrowUp,
  ArrowUpFromLine,
  Ban,
  Bell,
  CalendarDays,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  ChevronsUpDown,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Columns3,
  Copy,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  GripVertical,
  History,
  Inbox,
  Info,
  KeyRound,
  Lock,
  LogOut,
  Minus,
  Pencil,
  Pin,
  PinOff,
  Plus,
  RotateCw,
  Rows2,
  Rows3,
  Rows4,
  Search,
  SearchX,
  ShieldAlert,
  Table2,
  Trash2,
  TriangleAlert,
  Users,
  UsersRound,
  WifiOff,
  X,
} from 'lucide-react'
import styled from 'styled-components'
import { Icon, ICON_SIZES, type IconSize } from '../../primitives/Icon/Icon'
import { radius, space, token, type } from '../../tokens/tokens'

/** The icons of the design system, each with one meaning, and their six sizes (look, section 3). */
const meta = { title: 'Design System/Foundations/Icons' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const SET = {
  ArrowDown,
  ArrowUp,
  ArrowUpFromLine,
  Ban,
  Bell,
  CalendarDays,
  ChartColumn,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  ChevronsUpDown,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Columns3,
  Copy,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  GripVertical,
  History,
  Inbox,
  Info,
  KeyRound,
  Lock,
  LogOut,
  Minus,
  Pencil,
  Pin,
  PinOff,
  Plus,
  RotateCw,
  Rows2,
  Rows3,
  Rows4,
  Search,
  SearchX,
  ShieldAlert,
  Table2,
  Trash2,
  TriangleAlert,
  Users,
  UsersRound,
  WifiOff,
  X,
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(124px, 1fr));
  gap: ${space[8]};
  padding: 0;
  list-style: none;
`
const Tile = styled.li`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[16]} ${space[4]} ${space[12]};
  ${type.meta}
  color: ${token.text.secondary};
  background: ${token.surface.base};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  > svg {
    color: ${token.text.primary};
  }
`

export const All: Story = {
  render: () => (
    <Grid>
      {Object.entries(SET).map(([name, icon]) => (
        <Tile key={name}>
          <Icon icon={icon} size="tile" />
          {name}
        </Tile>
      ))}
    </Grid>
  ),
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelectorAll('li > svg[aria-hidden="true"]')).toHaveLength(Object.keys(SET).length)
  },
}
export const Sizes: Story = {
  render: () => (
    <Grid>
      {Object.entries(ICON_SIZES).map(([name, { size, strokeWidth }]) => (
        <Tile key={name}>
          <Icon icon={Bell} size={name as IconSize} />
          {`${name} ${size} / ${strokeWidth}`}
        </Tile>
      ))}
    </Grid>
  ),
}
export const Dark: Story = { ...All, globals: { theme: 'dark' } }
