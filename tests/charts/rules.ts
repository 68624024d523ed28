/**
 * What each machine ignores and what it must never do, in words for QA: the part of its table in docs/statecharts that cannot be
 * read off its definition. `rules.test.ts` holds each lock against the machine, and each 'never' to the test that would fail.
 */

/** An event that has no effect in some states, on purpose. */
export interface Lock {
  ignores: string
  /** Leaf states. */
  in: readonly string[]
  /** Until when: completes 'It is ignored …'. */
  until: string
}

/** Something that must never happen: completes 'It must never …'. */
export interface Never {
  never: string
  /** The file of the test that fails where it happens, and words of that test. */
  heldBy: readonly [file: string, words: string]
}

export interface Rules {
  /** What the machine is for, in one sentence. */
  about: string
  /** Or one sentence that says why it needs none. */
  locks: readonly Lock[] | string
  mustNever: readonly Never[]
}

const inWalk = (machine: string) => `tests/paths/walks/${machine}.walk.test.ts`
const inTest = (machine: string) => `machines/${machine}/${machine}.implementations.test.ts`
const never = (what: string, file: string, words: string): Never => ({ never: what, heldBy: [file, words] })
const lock = (ignores: string, states: readonly string[], until: string): Lock => ({ ignores, in: states, until })
const ANSWERED = 'until the server has answered'

/** By the name of the machine's folder. */
export const RULES: Readonly<Record<string, Rules>> = {
  access: {
    about: 'What the signed-in person may open and do.',
    locks: [
      lock('route.changed', ['loading'], 'until the permissions are there: the sign-in itself changes the route'),
    ],
    mustNever: [
      never(
        'show an entry or an action before it is known to be allowed',
        inWalk('access'),
        'a right before it was given',
      ),
      never('show the rights of an earlier session', inWalk('access'), 'a right of another session'),
      never('flash the spinner while it refreshes', inWalk('access'), 'a spinner while it refreshes'),
      never('ask twice at once', inWalk('access'), 'asked twice at once'),
    ],
  },
  activity: {
    about:
      'The actions of the signed-in person that are in flight or whose outcome is unread, from sign-in to sign-out.',
    locks: [lock('signOut.request', ['confirmingSignOut'], 'until the person has answered the question')],
    mustNever: [
      never(
        'perform two actions on one record, or two bulk actions on one list, at a time',
        inTest('activity'),
        'one record takes one action at a time, and one list one bulk action',
      ),
      never(
        'sign out while an action is in flight without asking',
        inTest('activity'),
        'a sign-out while an action is in flight asks first, and the action goes on',
      ),
      never(
        'let the tab be closed unasked while an action is in flight',
        inTest('activity'),
        'the browser asks before the tab is closed while an action is in flight, and only then',
      ),
      never(
        'carry an action into the next session',
        inTest('activity'),
        'the end of the session aborts what is in flight, and says so',
      ),
    ],
  },
  'bulk-action': {
    about: 'One action on many records, a few at a time.',
    locks: [
      lock('bulk.retry', ['running', 'checking', 'stopping'], 'until the run has ended'),
      lock(
        'bulk.undo',
        ['running', 'checking', 'stopping', 'uncertain'],
        'until the run has ended and every record has its answer',
      ),
      lock('bulk.stop', ['stopping'], 'until the calls in flight are answered'),
    ],
    mustNever: [
      never(
        'change a record in another version than the person saw',
        inTest('bulk-action'),
        'a few records are changed at once, each in the version that was seen, and all are counted',
      ),
      never(
        'perform the action twice on a record whose answer was lost',
        inTest('bulk-action'),
        'what gets no answer is asked about again with the same keys, and nothing else is started meanwhile',
      ),
      never(
        'start a further record after Stop',
        inTest('bulk-action'),
        'stopped, it takes no further record and waits for those on their way',
      ),
      never(
        'undo what it has not changed itself',
        inTest('bulk-action'),
        'undo changes back only the records that were changed, on the versions that the server returned',
      ),
    ],
  },
  'bulk-plan': {
    about: 'What an action on many records would do, before it does anything.',
    locks: [
      lock(
        'plan.confirm',
        ['asking', 'checking', 'withoutEffect', 'failed'],
        'until a dry run shows a record that would change',
      ),
      lock('plan.retry', ['checking'], ANSWERED),
    ],
    mustNever: [
      never(
        'change a record',
        inTest('bulk-plan'),
        'an action that asks nothing is checked at once: a dry run, under a key of its own',
      ),
      never(
        'hand on a record that would not change, or in another version than the dry run saw',
        inTest('bulk-plan'),
        'only records that change are acted on, each in the version that the dry run saw',
      ),
      never(
        'go on checking for a dialog that is closed',
        inTest('bulk-plan'),
        'closed while it checks, it gives the call up',
      ),
    ],
  },
  claim: {
    about: 'Who works on a record, seen from its page.',
    locks: [
      lock(
        'claim.take',
        ['taken', 'asking', 'claiming', 'held', 'renewing', 'releasing'],
        'until nobody has the record',
      ),
      lock('claim.release', ['claiming', 'renewing', 'releasing'], ANSWERED),
      lock('claim.active', ['claiming', 'renewing', 'releasing'], ANSWERED),
    ],
    mustNever: [
      never(
        'pretend that a lease holds whose time has passed, such as after a sleep',
        inTest('claim'),
        'after a sleep that was longer than the lease the claim has ended, and is not claimed again by itself',
      ),
      never(
        'renew a claim while nobody works',
        inTest('claim'),
        'a claim is renewed while the person works, once a minute, and not while nobody does',
      ),
      never(
        'take a record over without a note to whoever has it',
        inTest('claim'),
        'it is taken over with a note, and given back',
      ),
      never(
        'hide that somebody took it over',
        inTest('claim'),
        'a claim that somebody took over is lost, whether the renewal or the record says so',
      ),
    ],
  },
  import: {
    about: 'Adds and changes records from a CSV file: checked first, applied in one transaction.',
    locks: [
      lock(
        'import.apply',
        ['choosing', 'checking', 'withoutEffect', 'applying', 'stopping', 'uncertain', 'repeating'],
        'until the file is checked, and would change something',
      ),
      lock(
        'file.chosen',
        ['checking', 'applying', 'stopping', 'uncertain', 'repeating'],
        'until it is known what became of the file before',
      ),
    ],
    mustNever: [
      never(
        'apply a file twice',
        inTest('import'),
        'an answer that breaks off is uncertain: the same key is sent again when the connection is back',
      ),
      never(
        'apply a file that the person has not seen checked',
        inTest('import'),
        'a file is checked first, and applied with a key of its own; leaving the page is asked for only meanwhile',
      ),
      never('apply a file that changes nothing', inTest('import'), 'a file that changes nothing is not applied'),
      never(
        'say that nothing was changed while it is not known',
        inTest('import'),
        'an answer that breaks off is uncertain: the same key is sent again when the connection is back',
      ),
    ],
  },
  list: {
    about: 'A list that is read whole and streamed, with the rows that it keeps up to date.',
    locks: [
      lock('retry', ['loading', 'streaming', 'refreshing', 'reloading'], 'until the read has ended'),
      lock('list.reload', ['loading', 'streaming', 'refreshing', 'reloading'], 'until the read has ended'),
      lock('socket.resumed', ['loading', 'streaming', 'refreshing', 'reloading'], 'until the read has ended'),
    ],
    mustNever: [
      never('read the list twice at once', inWalk('list'), 'the list is read twice at once'),
      never('drop the old rows while it refreshes', inWalk('list'), 'the old rows are gone while it refreshes'),
      never(
        'jump: a record that is new elsewhere waits until the person asks for it',
        inTest('list'),
        'of a colleague waits until the person asks for it, and is then shown first, the newest above the others',
      ),
      never('put an older record over a newer one', inTest('list'), 'an older record never replaces a newer one'),
      never('show skeletons over rows, or rows as complete that are not', inWalk('list'), 'complete, and it is not'),
    ],
  },
  'list-export': {
    about: 'The file of a list that is read in pages.',
    locks: [lock('export.start', ['exporting'], 'until the file is saved, has failed or was cancelled')],
    mustNever: [
      never('save a file that lacks rows', 'src/screens/list/PagedList.flow.stories.tsx', 'WhenAnExportFails'),
      never('make two files at once', 'tests/paths/walks/every-machine.walk.test.ts', 'testWalks'),
    ],
  },
  'live-session': {
    about: 'The live part of a session: its code and its socket.',
    locks: [lock('session.began', ['loading', 'waiting', 'running'], 'until the session has ended')],
    mustNever: [
      never('load a second socket into one session', 'tests/paths/walks/every-machine.walk.test.ts', 'testWalks'),
      never(
        'connect before somebody is signed in, or after',
        inWalk('socket'),
        'a connection without a session, or a session that gave up',
      ),
    ],
  },
  lookup: {
    about: 'Searches while the person types.',
    locks: [lock('retry', ['idle', 'waiting', 'looking', 'found'], 'until a search has failed, in whole or in part')],
    mustNever: [
      never(
        'show the result of older words',
        inTest('lookup'),
        'the earlier result stays until the new one arrives, and the response to old words is never shown',
      ),
      never(
        'call the server with every key',
        inTest('lookup'),
        'the server is called once, with the words without spaces around them, when the person pauses',
      ),
      never(
        'hide the lists that answered because another one failed',
        inTest('lookup'),
        'where a part of the lists fails, the others keep their result, the failure is notified, and Try again repeats it',
      ),
      never(
        'repeat a search because of a space',
        inTest('lookup'),
        'a space at the end neither restarts the pause nor repeats the search',
      ),
    ],
  },
  'notification-entry': {
    about: 'One notification of the panel.',
    locks: [
      lock('entry.click', ['marking', 'read', 'accepting'], ANSWERED),
      lock('entry.accept', ['accepting'], ANSWERED),
    ],
    mustNever: [
      never(
        'mark one notification twice',
        'machines/notifications/notifications.implementations.test.ts',
        'ten clicks on one that is unread mark it once',
      ),
      never(
        'accept a shift twice',
        'machines/notifications/notifications.implementations.test.ts',
        'a handover that is accepted twice is asked for once, and leaves the list',
      ),
      never(
        'show it as read before the server has it',
        inTest('notification-entry'),
        'a click that fails says so, and the notification stays unread',
      ),
      never(
        'hide that a colleague was first',
        inTest('notification-entry'),
        'ACCEPT that a colleague was faster with says so, and the changed record is fetched',
      ),
    ],
  },
  'notification-sync': {
    about: 'Keeps the notifications in step with the server.',
    locks: [
      lock('list.markAll', ['markingAll'], ANSWERED),
      lock('gap.seen', ['catchingUp', 'markingAll'], 'until the response, which says whether more has changed'),
    ],
    mustNever: [
      never(
        'lose an unread entry after a reconnect',
        inTest('notification-sync'),
        'what changed while the connection was lost is fetched once it is back, and not before',
      ),
      never(
        'bring back what has left the list',
        inTest('notification-sync'),
        'a response of the lost connection brings nothing back that has left the list since',
      ),
      never(
        'mark as read what this console has not received',
        inTest('notification-sync'),
        'Mark all as read covers what this console has received, is asked for once, and sets the count to 0',
      ),
      never(
        'stop fetching while somebody is signed in',
        inTest('notification-sync'),
        'a fetch that fails is repeated after a pause that doubles up to 8 seconds, and a success resets it',
      ),
    ],
  },
  notifications: {
    about: 'A person’s notifications: the list, and the panel that shows it.',
    locks: [lock('list.scrolledToEnd', ['loading', 'loadingMore', 'empty'], 'until the page is there')],
    mustNever: [
      never('count below 0', inWalk('notifications'), 'a count below 0'),
      never(
        'show one entry twice where a push and a page overlap',
        'machines/notifications/notifications.implementations.test.ts',
        'one that is pushed while the next page loads moves no page: none is twice, none is left out',
      ),
      never('move what somebody reads', inWalk('notifications'), 'a new one moved what is read'),
      never('show an entry without its record', inWalk('notifications'), 'an entry without its record'),
    ],
  },
  order: {
    about: 'The order of a list: the moves of a person, and what becomes of their save.',
    locks: [
      lock('order.save', ['saving', 'checking', 'unresolved'], 'until the save has an outcome'),
      lock('order.move', ['saving', 'checking', 'unresolved'], 'until the save has an outcome'),
      lock(
        'order.leave',
        ['saving', 'checking'],
        'until the save has an outcome, or is not repeated on its own any more',
      ),
      lock('order.save', ['rereading'], 'until the list has been read again'),
      lock('order.move', ['rereading'], 'until the list has been read again'),
      lock('order.move', ['leaving'], 'until the person has answered the question'),
    ],
    mustNever: [
      never('send one order under two keys, or two orders under one', inWalk('order'), 'one key with two orders'),
      never('give up moves unasked', inWalk('order'), 'moves that were given up unasked'),
      never('lose moves to a refusal', inTest('order'), 'a refusal is shown with its reason, the moves stay'),
      never(
        'lose moves because the list has changed',
        inTest('order'),
        'what others do to the list while records are moved is said, and the moves go with it',
      ),
      never(
        'say that it failed while that is not known',
        inTest('order'),
        'the same order is sent again under the same key, and takes effect once',
      ),
    ],
  },
  'paged-list': {
    about:
      'A list that is read in pages: the server searches, filters and sorts, and pages come as the person scrolls.',
    locks: [
      lock('list.reload', ['loading', 'searching', 'typing', 'going'], 'until the rows of the new question are there'),
      lock(
        'socket.resumed',
        ['loading', 'searching', 'typing', 'going'],
        'until the rows of the new question are there',
      ),
      lock('place.go', ['loading', 'searching', 'typing'], 'until the list has rows to go from'),
      lock(
        'rows.seen',
        ['loading', 'searching', 'typing', 'going', 'readingOn'],
        'until the page on its way is there, which says whether another is missing',
      ),
    ],
    mustNever: [
      never(
        'show an old response under a newer question',
        inTest('paged-list'),
        'an answer to earlier words is not waited for',
      ),
      never(
        'read two pages at once',
        inTest('paged-list'),
        'a further page goes on after the one before, one call at a time',
      ),
      never(
        'lose rows that were read because a further page fails',
        inTest('paged-list'),
        'a page that fails keeps the rows; it is tried again when the person says so',
      ),
      never(
        'show a record as it was before a change that is known',
        inTest('paged-list'),
        'one that a form saves while a page is read is not shown as it was before',
      ),
    ],
  },
  preview: {
    about: 'A question that the platform answers without changing anything, asked again after each change.',
    locks: [
      lock(
        'preview.retry',
        ['incomplete', 'waiting', 'first', 'again', 'shown', 'outdated', 'refused'],
        'until a question has failed',
      ),
    ],
    mustNever: [
      never(
        'show an answer as that of newer input',
        inTest('preview'),
        'an earlier answer stays, and says so, until the answer to newer input arrives; a late one is dropped',
      ),
      never(
        'ask with every key',
        inTest('preview'),
        'the platform is asked once the person pauses, with what is typed then',
      ),
      never(
        'ask where something is missing',
        inTest('preview'),
        'a refusal says why; input that lacks something has no answer',
      ),
    ],
  },
  'private-file': {
    about: 'The content of one private file, from the moment that a person asks to see it.',
    locks: [
      lock('file.ask', ['loading', 'shown', 'failed', 'forbidden', 'gone'], 'until the person has left the file'),
      lock('file.retry', ['unasked', 'loading', 'shown', 'forbidden', 'gone'], 'until the content did not arrive'),
    ],
    mustNever: [
      never(
        'read a file that nobody asked to see, or read it twice: each read is written to the audit log',
        inTest('private-file'),
        'nothing is read before the person asks, and what is shown is read once',
      ),
      never(
        'keep the content after the person has left it',
        inTest('private-file'),
        'leaving gives the read up and forgets the content',
      ),
      never('ask again where the answer would be the same', inTest('private-file'), 'is not asked for again'),
    ],
  },
  profile: {
    about: 'The signed-in person’s profile.',
    locks: [
      lock('retry', ['loading', 'ready', 'refreshing', 'retrying'], 'until a call has failed'),
      lock('token.changed', ['loading', 'ready', 'refreshing', 'recovering', 'retrying'], ANSWERED),
    ],
    mustNever: [
      never(
        'keep the person after the end of the session',
        inTest('profile'),
        'the reason of a failure is kept until a call succeeds, and the end of the session forgets the person',
      ),
      never(
        'show a profile that is older than a change that was reported',
        inTest('profile'),
        'a change that is reported during a call starts it anew: the response on its way may be older',
      ),
      never(
        'notify a failure that nobody waited for',
        inTest('profile'),
        'a failed repeat in the background is silent, and keeps what is known',
      ),
    ],
  },
  reading: {
    about: 'One thing that is read from the server and shown.',
    locks: [
      lock(
        'retry',
        [
          'loading',
          'loadingOvertaken',
          'refreshing',
          'refreshingOvertaken',
          'retrying',
          'retryingOvertaken',
          'reopening',
          'reopeningOvertaken',
        ],
        ANSWERED,
      ),
    ],
    mustNever: [
      never(
        'leave on the screen what a change overtook while it was read',
        inTest('reading'),
        'a change during a call is read after it, since the response may hold the old value',
      ),
      never(
        'drop what is shown because a refresh fails',
        inTest('reading'),
        'a value is read once and shown; a failure keeps it and says what happened until it can be read again',
      ),
      never(
        'notify a failure that nobody waited for',
        inTest('reading'),
        'a failure in the background is not notified, whether or not there is a value',
      ),
    ],
  },
  refetch: {
    about: 'Keeps the rows of a list up to date while others change them.',
    locks: [lock('read.began', ['held'], 'until the list is read')],
    mustNever: [
      never('make two calls at once', inWalk('list'), 'two calls for changed records at once'),
      never(
        'fetch while the list itself is read',
        inWalk('list'),
        'changed records are fetched while the list is read',
      ),
      never(
        'let rows in view wait for a flood of others',
        inTest('list'),
        'of rows in view do not wait for a flood of others, which are all fetched in the end',
      ),
      never(
        'forget a change because a call failed',
        inTest('list'),
        'are fetched again after a failure, with what changed meanwhile; the pause doubles until a call succeeds',
      ),
    ],
  },
  'row-action': {
    about: 'One action on one record.',
    locks: [
      lock('rowAction.retry', ['busy', 'checking', 'waiting', 'unresolved'], 'until the server has refused it'),
      lock('rowAction.check', ['busy', 'checking'], ANSWERED),
      lock('rowAction.dismiss', ['busy', 'checking', 'waiting'], 'until there is an outcome to read'),
    ],
    mustNever: [
      never(
        'perform the action twice where its answer was lost',
        inTest('row-action'),
        'a page after a reload takes the action up: it asks with the same key, and shows that it checks',
      ),
      never(
        'act on another version than the person saw',
        inTest('row-action'),
        'an action sends its body on the version that the person saw; the row of the answer is shown, and a toast says it',
      ),
      never(
        'act where another person has claimed the record',
        inTest('row-action'),
        'is refused where another person has claimed the record: the row shows who, and nothing is done',
      ),
      never(
        'say that it failed while that is not known',
        inTest('row-action'),
        'the repetitions back off, and after a minute the console says what is known and stops asking',
      ),
    ],
  },
  session: {
    about: 'The session of one tab.',
    locks: [
      lock(
        'signIn.submit',
        ['endingPrevious', 'submitting', 'current', 'renewing', 'unrenewed', 'signingOut'],
        ANSWERED,
      ),
      lock(
        'signOut.request',
        ['loading', 'signedOut', 'submitting', 'rejected', 'signingOut'],
        'until somebody is signed in',
      ),
      lock('session.focused', ['loading', 'renewing', 'signingOut'], ANSWERED),
    ],
    mustNever: [
      never(
        'keep a token, a cookie, user data or a live socket after leaving authenticated',
        inWalk('session'),
        'a session in memory while nobody is signed in',
      ),
      never('submit twice', inWalk('session'), 'two sign-ins'),
      never('show the console to nobody', inWalk('session'), 'the console is seen by nobody who is signed in'),
      never('open the drafts of one person to another', inWalk('session'), 'drafts open to somebody else'),
      never(
        'undo a sign-out that did not reach the server',
        inTest('session'),
        'is not undone by a sign-in that is refused',
      ),
      never(
        'lock the login because a sign-out gets no answer',
        inTest('session'),
        'does not lock the login: after eight seconds it can be used, and the call is given up',
      ),
      never(
        'lead another person to the page that a forced sign-out interrupted',
        inTest('session'),
        'to Home after the forced sign-out of another person',
      ),
    ],
  },
  shift: {
    about: 'The signed-in person’s shift, and its button.',
    locks: [
      lock(
        'shift.toggle',
        ['unknown', 'unavailable', 'starting', 'ending', 'confirming', 'resting'],
        'until the result is known, and the server would not take a press for a repeat',
      ),
    ],
    mustNever: [
      never('send a second toggle while one is in flight', inWalk('shift'), 'a second toggle while one is in flight'),
      never(
        'let a status that was requested before the toggle overwrite its result',
        inTest('shift'),
        'a status asked before the toggle and answered after it is passed by',
      ),
      never('request a status while disconnected or hidden', inWalk('shift'), 'asked while disconnected or hidden'),
    ],
  },
  socket: {
    about: 'The live socket of one tab.',
    locks: [
      lock('session.began', ['connecting', 'connected', 'reconnecting', 'refused'], 'until the session has ended'),
      lock('transport.back', ['connected'], 'until the connection is lost'),
    ],
    mustNever: [
      never('connect on its own', inTest('socket'), 'it never connects by itself, and parts when the session ends'),
      never(
        'stop retrying while signed in',
        inWalk('socket'),
        'a connection without a session, or a session that gave up',
      ),
      never('hold two connections in one tab', inWalk('socket'), 'a listener too many, or none'),
      never(
        'answer refused tokens with a storm of handshakes',
        inWalk('socket'),
        'ten tokens that are refused one after another are no storm of handshakes',
      ),
    ],
  },
  submission: {
    about: 'One form, from the first key to the server’s answer.',
    locks: [
      lock(
        'form.submit',
        ['submitting', 'checking', 'waiting', 'unresolved', 'merging', 'stale', 'leavingUnresolved'],
        'until the save has its outcome, or the person has chosen',
      ),
      lock(
        'form.changed',
        ['submitting', 'checking', 'waiting', 'unresolved', 'merging', 'stale', 'leavingUnresolved'],
        'until the save has its outcome, or the person has chosen',
      ),
      lock(
        'page.leave',
        ['submitting', 'checking', 'waiting', 'keepingToLeave', 'leaving', 'leavingUnresolved'],
        'until the server has answered, or the person has',
      ),
    ],
    mustNever: [
      never('send twice', inWalk('submission'), 'two are on their way'),
      never('report a success twice', inWalk('submission'), 'reported twice that it was saved'),
      never(
        'lose a draft to an error, a 401, a reload or the back button',
        inTest('submission'),
        'nothing is lost and nobody is asked where nothing was typed, or all of it is kept',
      ),
      never('keep a password on this device', inWalk('submission'), 'a password in a draft'),
      never('lose typed input without asking', inWalk('submission'), 'left without being asked'),
      never(
        'overwrite a colleague’s change',
        inTest('submission'),
        'restoring sends only what the person changed, on the new version, and keeps the colleague’s changes',
      ),
    ],
  },
  'two-factor': {
    about: 'The signed-in person’s own two-factor authentication.',
    locks: [
      lock(
        'twoFactor.toggle',
        ['unasked', 'checking', 'unreachable', 'settingUp', 'disabling'],
        'until the status is known',
      ),
      lock('code.submit', ['settingUp', 'verifying', 'confirmingOn', 'doubtingOn'], ANSWERED),
      lock(
        'cancel',
        [
          'verifying',
          'confirmingOn',
          'doubtingOn',
          'proving',
          'disabling',
          'confirmingOff',
          'doubtingOff',
          'makingCodes',
        ],
        ANSWERED,
      ),
      lock('stepUp.submit', ['proving'], ANSWERED),
      lock('disable.confirm', ['disabling', 'confirmingOff', 'doubtingOff'], ANSWERED),
    ],
    mustNever: [
      never('submit an empty code', inWalk('two-factor'), 'an empty code was sent'),
      never('show ‘on’ before the server confirms it', inWalk('two-factor'), 'on before the server said so'),
      never('keep the secret in memory after the modal closes', inWalk('two-factor'), 'the secret outlived its modal'),
      never('keep a code or a password', inWalk('two-factor'), 'a code or a password was kept'),
      never('make two calls at once', inWalk('two-factor'), 'two calls at once'),
    ],
  },
  unread: {
    about: 'The count of unread messages: one for quick chats, one for support tickets.',
    locks: [lock('icon.click', ['cleared'], 'until more messages wait than before')],
    mustNever: [
      never('show a count that nobody told', inWalk('unread'), 'a count that nobody told'),
      never('show a badge on the page that was opened', inWalk('unread'), 'a badge on the page that was opened'),
      never('let several questions wait at once', inWalk('unread'), 'several questions wait at once'),
      never('show 10 instead of 9+, or a badge at 0', 'src/features/unread/Unread.flow.stories.tsx', '9+'),
    ],
  },
  update: {
    about: 'The build of the console that the page runs, after a deploy has put another one on the server.',
    locks: [
      lock(
        'build.doubted',
        ['checking', 'available', 'postponed', 'keepingDrafts', 'reloading'],
        'until the server has said which build it has, or the page is reloaded',
      ),
      lock(
        'update.reload',
        ['current', 'checking', 'postponed', 'keepingDrafts', 'reloading'],
        'until a reload is offered',
      ),
    ],
    mustNever: [
      never(
        'reload the page by itself',
        inTest('update'),
        'Later hides the band until a part cannot be loaded; a doubt alone asks nothing more',
      ),
      never(
        'reload before the drafts are written',
        inTest('update'),
        'a reload waits until the drafts are written, and happens once',
      ),
      never(
        'wait for ever for a database that does not respond',
        inTest('update'),
        'a database that does not respond holds up the reload for two seconds at most',
      ),
    ],
  },
  upload: {
    about: 'Uploads one file for a field.',
    locks: [
      lock(
        'upload.retry',
        ['idle', 'checking', 'uploading', 'uploaded', 'refused'],
        'until an upload has failed, or got no answer',
      ),
      lock(
        'upload.progressed',
        ['idle', 'checking', 'uploaded', 'refused', 'failed', 'uncertain'],
        'until a file is sent',
      ),
    ],
    mustNever: [
      never(
        'store one file twice',
        inTest('upload'),
        'without an answer the same file is sent again with the same key when the connection is back',
      ),
      never(
        'give the field the file before the last',
        inTest('upload'),
        'another file takes the place of the one that is being sent, under a key of its own',
      ),
      never(
        'hear of a file that was cancelled',
        inTest('upload'),
        'Cancel aborts the call, and what was sent is not heard of again',
      ),
      never(
        'send a file that the server would refuse',
        inTest('upload'),
        'a file that cannot be read any more is refused with what to do',
      ),
    ],
  },
}
