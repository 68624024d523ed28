/** Shared parts of the shell's stories: menus of several roles, a person, a router. */
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { EVERYTHING } from '@contract/permissions'
import { menuFor } from '@resources/menu'
import type { Person } from './person'

const pages = (...subjects: string[]) => ({ accessible_pages: subjects, permissions: [] })

/** The full menu of SUPER_ADMIN. */
export const WHOLE_MENU = menuFor(pages(EVERYTHING), 'SUPER_ADMIN')
/** The menu of somebody in support. */
export const SMALL_MENU = menuFor(
  pages('Users', 'SupportTickets', 'QuickChat', 'ManualDeposits', 'CryptoDeposits', 'Shifts'),
  'SUPPORT_AGENT',
)

export const MARTA: Person = {
  username: 'marta_l',
  name: 'Marta Lindqvist',
  role: 'SUPER_ADMIN',
  avatar: null,
  online: true,
}

/** Links need a router; this one does not change the browser's address. */
export const InRouter = ({ path, children }: { path: string; children: ReactNode }) => (
  <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
)
