/**
 * Thirty tasks of an administrator's first day, each with the test that completes it.
 * `tests/architecture/tasks.test.ts` checks that each of these tests exists.
 */

/** A test: the title of a journey or of one of its steps, or the name of a story with an interaction. */
type ShownBy = { journey: string; title: string } | { story: string; name: string }

export interface Task {
  task: string
  shownBy: ShownBy
}

const journey = (file: string, title: string): ShownBy => ({ journey: file, title })
const story = (file: string, name: string): ShownBy => ({ story: file, name })

export const TASKS: readonly Task[] = [
  {
    task: 'Sign in after a mistyped password',
    shownBy: journey('first-day', 'a wrong password shows an error and keeps the input; the right one opens Home'),
  },
  {
    task: 'Turn on two-factor, keep the recovery codes, lose the phone and sign in with a code',
    shownBy: journey(
      'two-factor',
      'two-factor is turned on, replaced by a recovery code at the next sign-in, and turned off',
    ),
  },
  {
    task: 'Change my own password',
    shownBy: journey('tasks', 'change the own password, and sign in with the new one'),
  },
  {
    task: 'Find a person among 5,000 by email',
    shownBy: journey('first-day', 'one person is found among 5,000'),
  },
  {
    task: 'Find a person by parts of the name, in any order',
    shownBy: journey('tasks', 'find a person by parts of the name in any order, and by digits of the phone'),
  },
  {
    task: 'Find a person from anywhere with Ctrl K',
    shownBy: journey('tasks', 'find a person from another page with Ctrl K'),
  },
  {
    task: 'Find a person whose name is in another alphabet',
    shownBy: journey(
      'alphabets',
      'a search finds each: without the accents of Greek and the hamza of Arabic, with the tones of Thai',
    ),
  },
  {
    task: 'Send a colleague a link to what I see',
    shownBy: journey('tasks', 'send a link to a filtered and sorted list to a colleague'),
  },
  {
    task: 'Open a link that a colleague sent me, after signing in',
    shownBy: journey(
      'session',
      'a link is opened after a signed-out colleague signs in again, also after a reload of the sign-in page',
    ),
  },
  {
    task: 'Look at a record and come back to the same place in the list',
    shownBy: journey('tasks', 'open a record and come back to the same rows'),
  },
  {
    task: 'Choose the columns that I need, on every device',
    shownBy: journey('session', 'another device has the same preferences'),
  },
  {
    task: 'Export what I see to a spreadsheet',
    shownBy: journey('alphabets', 'the exported file has them, in this order, as spreadsheets read it'),
  },
  {
    task: 'Add a colleague, with mistakes in the form',
    shownBy: journey('first-day', 'a member of staff is added, after the fields have shown their errors'),
  },
  { task: 'Correct a colleague’s name', shownBy: journey('first-day', 'the name is changed') },
  {
    task: 'Reset a colleague’s password',
    shownBy: journey('first-day', 'after a password reset only the new password signs in'),
  },
  {
    task: 'Stop a colleague from signing in, and allow it again',
    shownBy: journey(
      'first-day',
      'disabling signs the person out immediately and blocks the sign-in; enabling allows it again',
    ),
  },
  {
    task: 'Disable several people at once, and undo it',
    shownBy: journey('tasks', 'disable several people at once, and undo it'),
  },
  {
    task: 'See who changed what of a record',
    shownBy: journey('alphabets', 'an edit keeps them, and the history of the record tells what was and what is'),
  },
  {
    task: 'Save a record that a colleague has changed meanwhile',
    shownBy: journey(
      'drafts',
      'a restored draft sends only what the person changed, and does not overwrite what a colleague has saved since',
    ),
  },
  {
    task: 'Leave a form by mistake',
    shownBy: journey('drafts', 'Back, Forward and links ask before a typed password is lost'),
  },
  {
    task: 'Keep a form while the session ends',
    shownBy: journey('session', 'a session that ends while a form is open loses neither the page nor the input'),
  },
  {
    task: 'Work without a connection for a minute',
    shownBy: journey('offline', 'offline, every action on a list works as it does online'),
  },
  {
    task: 'Go on after the server was restarted',
    shownBy: journey(
      'notifications',
      'three consoles reconnect automatically after the server was killed, with correct data',
    ),
  },
  {
    task: 'Start my shift, and end it',
    shownBy: journey('shift', 'repeated presses start a shift once, another tab shows it, and can end it'),
  },
  {
    task: 'Take over a colleague’s work',
    shownBy: journey('notifications', 'a handover to two people: one accepts, the other is notified'),
  },
  {
    task: 'Read what came in for me, and open it',
    shownBy: journey('notifications', 'a click opens the ticket and marks the notification as read, once'),
  },
  {
    task: 'Learn why a page is closed to me, and who can open it',
    shownBy: journey('tasks', 'learn why a page is not permitted, and leave an address that does not exist'),
  },
  {
    task: 'Do all of it with the keyboard',
    shownBy: journey('keyboard-day', 'a whole day with the keyboard alone, with a visible focus at each step'),
  },
  {
    task: 'Choose a dark theme and dense rows',
    shownBy: story('src/features/shell/AvatarMenu.stories.tsx', 'WhenLookIsChosen'),
  },
  {
    task: 'Sign out at a shared computer',
    shownBy: journey('session', 'a sign-out in one tab signs out the other, and leaves no readable personal data'),
  },
]
