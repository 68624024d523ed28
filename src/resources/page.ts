/**
 * The data of a page for router, menu, palette and title. Its content is in its resource, which is loaded with its
 * screen.
 */
import type { NotificationKeyword } from '@contract/entities/notification'
import type { Subject } from '@contract/permissions'

/** The sections of the menu with headings, in their order (look.md, Shell). */
export const SECTIONS = ['People', 'Money', 'Rewards', 'Play', 'Support', 'Content', 'Workforce', 'System'] as const
export type Section = (typeof SECTIONS)[number]

/** Groups with sub-items (spec 2). */
export type GroupTitle = 'SEO' | 'Platform Transaction' | 'Deposit' | 'Withdrawals' | 'Shift' | 'Permission'

/** The screen of a page. `planned`: shows 'not available yet', until the page's own issue replaces it. */
export type PageScreen = 'home' | 'list' | 'record' | 'planned'

export interface Page {
  readonly slug: string
  /** Path pattern; a final `*` accepts further parts. */
  readonly route: string
  /** The title in the top bar. */
  readonly title: string
  /** Position in the menu; none for pages that are opened from other pages. */
  readonly menu?: {
    readonly title: string
    readonly section: Section
    readonly group?: GroupTitle
    readonly icon: string
    /** Roles that do not see the entry, whatever their permissions (spec 6). */
    readonly hiddenFor?: readonly string[]
  }
  /** Schema names; permission for one of them opens the page. If empty, everybody who is signed in can open it. */
  readonly subjects: readonly Subject[]
  readonly screen: PageScreen
  /** Name of the resource that a `list` or `record` screen shows. */
  readonly resource?: string
  /** For a list whose records have pages under its route: the title of these in the top bar. */
  readonly recordTitle?: string
  /** The parts of such a page that have an address below the record's: its tabs, and its desk. There is no other page below it. */
  readonly recordTabs?: readonly string[]
  /** Notifications that lead here, and how the address identifies the record: in the list's query, by the record's own page, or not at all. */
  readonly notifiedBy?: Readonly<Partial<Record<NotificationKeyword, 'inQuery' | 'inPath' | 'notAtAll'>>>
  /** How the palette offers the form for a new record; if omitted, it does not. */
  readonly create?: { readonly title: string; readonly keywords: readonly string[] }
}

/** A menu entry, exactly as in spec section 3. `activeSrc` and `inActiveSrc` are names of icons. */
export interface MenuItem {
  title: string
  url: string
  activeSrc: string
  inActiveSrc: string
  subItem: MenuItem[]
  schema_field: readonly string[]
}
