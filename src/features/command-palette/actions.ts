/** Actions that are available on every page, as lines of the palette. */
import { Contrast, Keyboard, LockKeyhole, LogOut, MessageSquareText, Plus } from 'lucide-react'
import { can, type Access } from '@contract/permissions'
import { THEMES, type Theme } from '@design-system/theme/theme'
import { HELP_KEY } from '../shared/shortcut-keys'
import { listPath } from '@resources/list-address'
import { PAGES } from '@resources/pages'
import type { Line } from './pages'

export interface Doings {
  theme: Theme
  onTheme: (theme: Theme) => void
  onChangePassword: () => void
  onMessages: () => void
  onHelp: () => void
  onSignOut: () => void
}

/** A line that runs an action; without `act` it opens its address. */
export type ActionLine = Line & { act?: () => void }

const THEME_WORDS: Record<Theme, string> = { light: 'Light theme', dark: 'Dark theme', system: 'Theme of the system' }

/** @returns the actions that this person may perform; a form that they may not save is not offered */
export function actionLines(access: Access, singleKeys: boolean, doings: Doings): ActionLine[] {
  return [
    ...PAGES.flatMap(({ slug, route, subjects, create }) =>
      create && subjects.some((subject) => can(access, 'create', subject))
        ? [
            {
              id: `action new ${slug}`,
              title: create.title,
              icon: Plus,
              href: listPath(route, { form: { name: 'create' } }),
              keywords: [...create.keywords],
            },
          ]
        : [],
    ),
    {
      id: 'action password',
      title: 'Change password',
      icon: LockKeyhole,
      keywords: ['security'],
      act: doings.onChangePassword,
    },
    ...THEMES.filter((theme) => theme !== doings.theme).map((theme) => ({
      id: `action theme ${theme}`,
      title: THEME_WORDS[theme],
      icon: Contrast,
      keywords: ['switch', 'mode', 'look'],
      act: () => doings.onTheme(theme),
    })),
    {
      id: 'action messages',
      title: 'Messages',
      icon: MessageSquareText,
      keywords: ['toasts', 'log'],
      act: doings.onMessages,
    },
    {
      id: 'action shortcuts',
      title: 'Keyboard shortcuts',
      icon: Keyboard,
      keywords: ['keys', 'help'],
      keys: singleKeys ? HELP_KEY : undefined,
      act: doings.onHelp,
    },
    {
      id: 'action sign out',
      title: 'Sign out',
      icon: LogOut,
      tone: 'danger' as const,
      keywords: ['log out', 'leave'],
      act: doings.onSignOut,
    },
  ]
}
