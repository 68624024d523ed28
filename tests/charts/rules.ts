/**
 * The events that each machine ignores, and what it must never do, described for QA: the part of its page in
 * docs/statecharts that its definition does not show. `rules.test.ts` checks each lock against the machine, and that
 * the test named by each 'never' exists.
 */

/** An event that deliberately has no effect in some states. */
export interface Lock {
  ignores: string
  /** Leaf states. */
  in: readonly string[]
  /** Completes 'It is ignored …'. */
  until: string
}

/** Something that must never happen: completes 'It must never …'. */
export interface Never {
  never: string
  /** The file of the test that would fail, and a part of its title. */
  heldBy: readonly [file: string, words: string]
}

export interface Rules {
  /** What the machine is for, in one sentence. */
  about: string
  /** Or one sentence that explains why there are none. */
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
      lock('route.changed', ['loading'], 'until the permissions have arrived: the sign-in itself changes the route'),
    ],
    mustNever: [
      never(
        'show an entry or an action before it is known to be allowed',
        inWalk('access'),
        'a right before it was given',
      ),
      never('show the rights of an earlier session', inWalk('access'), 'a right of another session'),
      never('show the spinner while it refreshes', inWalk('access'), 'a spinner while it refreshes'),
      never('make two calls at once', inWalk('access'), 'asked twice at once'),
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
        'a record accepts one action at a time, and a list one bulk action',
      ),
      never(
        'sign out while an action is in flight without asking',
        inTest('activity'),
        'a sign-out while an action is in flight asks first, and the action continues',
      ),
      never(
        'let the tab be closed without a question while an action is in flight',
        inTest('activity'),
        'the browser asks before the tab is closed while an action is in flight, and only then',
      ),
      never(
        'carry an action into the next session',
        inTest('activity'),
        'the end of the session aborts the actions in flight and notifies the person',
      ),
    ],
  },
  'bulk-action': {
    about: 'One action on many records, in batches.',
    locks: [
      lock('bulk.retry', ['running', 'checking', 'stopping'], 'until the run has ended'),
      lock(
        'bulk.undo',
        ['running', 'checking', 'stopping', 'uncertain'],
        'until the run has ended and every record has its response',
      ),
      lock('bulk.stop', ['stopping'], 'until the call in flight has a response'),
    ],
    mustNever: [
      never(
        'change a record in a version other than the one that the person saw',
        inTest('bulk-action'),
        'changes the records in batches, one after the other, each with its key and the versions that were seen',
      ),
      never(
        'perform the action twice on a record whose response was lost',
        inTest('bulk-action'),
        'repeats a call without a response with the same key and body, and starts nothing else meanwhile',
      ),
      never(
        'start a further record after Stop',
        inTest('bulk-action'),
        'after Stop starts no further batch and waits for the one in flight',
      ),
      never(
        'undo changes of other people',
        inTest('bulk-action'),
        'Undo changes only the changed records back, on the versions that the server returned',
      ),
    ],
  },
  'bulk-plan': {
    about: 'A preview of an action on many records.',
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
        'an action without input is checked at once: a dry run with its own key',
      ),
      never(
        'pass on a record that would not change, or in another version than the dry run saw',
        inTest('bulk-plan'),
        'only records that change are passed on, each with the version that the dry run saw',
      ),
      never(
        'continue the check after the dialog was closed',
        inTest('bulk-plan'),
        'closing the dialog aborts the check',
      ),
    ],
  },
  claim: {
    about: 'Who works on a record, as seen from its page.',
    locks: [
      lock(
        'claim.take',
        ['resuming', 'taken', 'asking', 'claiming', 'held', 'renewing', 'releasing'],
        'until nobody has the record',
      ),
      lock('claim.release', ['resuming', 'claiming', 'renewing', 'releasing'], ANSWERED),
      lock('claim.active', ['resuming', 'claiming', 'renewing', 'releasing'], ANSWERED),
    ],
    mustNever: [
      never(
        'show a lease as valid that has expired, for example after a sleep',
        inTest('claim'),
        'after a sleep longer than the lease the claim has ended, and is not renewed automatically',
      ),
      never(
        'show a claim as held that a page found, before the server has confirmed it',
        inTest('claim'),
        'an own claim that the page finds is renewed before it is shown as held, as after a reload',
      ),
      never(
        'renew a claim while nobody works',
        inTest('claim'),
        'a claim is renewed once a minute while the person works, and not otherwise',
      ),
      never(
        'take a record over without a note to the previous holder',
        inTest('claim'),
        'a claim is taken over with a note, and released',
      ),
      never(
        'hide that somebody took the record over',
        inTest('claim'),
        'a claim that somebody took over is lost, whether the renewal or the record reports it',
      ),
    ],
  },
  decision: {
    about: 'The decision of one person on one record that waits for it, from the claim to the response.',
    locks: [
      lock(
        'decision.submit',
        ['submitting', 'checking', 'unresolved', 'steppingUp'],
        'until the server has answered the decision that was sent',
      ),
      lock(
        'decision.submit',
        ['idle', 'recalling', 'opening', 'claiming', 'taken', 'unclaimed', 'takenOver', 'ended'],
        'until the person has the claim',
      ),
    ],
    mustNever: [
      never('decide twice', inWalk('decision'), 'decided twice'),
      never('send a second decision while one is in flight', inWalk('decision'), 'two decisions in flight'),
      never('decide without a claim', inWalk('decision'), 'a decision from a state without a claim'),
      never('hide who decided first', inWalk('decision'), 'the person who decided first is not shown'),
      never(
        'lose typed text before the decision is made',
        inWalk('decision'),
        'typed values are not stored on the device',
      ),
      never(
        'hide a refusal because the page was reloaded',
        inTest('decision'),
        'a reloaded page shows the reason of a refusal that arrived meanwhile, and keeps the typed values',
      ),
      never('keep a password', inWalk('decision'), 'a password was kept'),
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
        'until the outcome of the previous file is known',
      ),
    ],
    mustNever: [
      never(
        'apply a file twice',
        inTest('import'),
        'a response that breaks off is uncertain: the same key is sent again when the connection is back',
      ),
      never(
        'apply a file before the person has seen its check',
        inTest('import'),
        'a file is checked first and applied with its own key; only while it is applied does leaving the page ask',
      ),
      never('apply a file that changes nothing', inTest('import'), 'a file that changes nothing is not applied'),
      never(
        'report that nothing was changed while the outcome is unknown',
        inTest('import'),
        'a response that breaks off is uncertain: the same key is sent again when the connection is back',
      ),
    ],
  },
  list: {
    about: 'A list that is read as a whole and streamed, and the rows that it keeps up to date.',
    locks: [
      lock('retry', ['loading', 'streaming', 'refreshing', 'reloading'], 'until the read has ended'),
      lock('list.reload', ['loading', 'streaming', 'refreshing', 'reloading'], 'until the read has ended'),
      lock('socket.resumed', ['loading', 'streaming', 'refreshing', 'reloading'], 'until the read has ended'),
    ],
    mustNever: [
      never('read the list twice at once', inWalk('list'), 'the list is read twice at once'),
      never('drop the old rows while it refreshes', inWalk('list'), 'the old rows are gone while it refreshes'),
      never(
        'jump: a record that is created elsewhere waits until the person asks for it',
        inTest('list'),
        'of a colleague waits until the person asks for it, and is then shown first, the newest at the top',
      ),
      never('replace a newer record by an older one', inTest('list'), 'an older record never replaces a newer one'),
      never('show skeletons over rows, or incomplete rows as complete', inWalk('list'), 'complete, and it is not'),
    ],
  },
  'list-export': {
    about: 'The file of a list that is read in pages.',
    locks: [lock('export.start', ['exporting'], 'until the file is saved, has failed or was cancelled')],
    mustNever: [
      never('save an incomplete file', 'src/screens/list/PagedList.flow.stories.tsx', 'WhenAnExportFails'),
      never('make two files at once', 'tests/paths/walks/every-machine.walk.test.ts', 'testWalks'),
    ],
  },
  'live-session': {
    about: 'The live part of a session: its code and its socket.',
    locks: [lock('session.began', ['loading', 'waiting', 'running'], 'until the session has ended')],
    mustNever: [
      never('load a second socket in one session', 'tests/paths/walks/every-machine.walk.test.ts', 'testWalks'),
      never(
        'connect before somebody is signed in, or afterwards',
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
        'show the result of earlier words',
        inTest('lookup'),
        'the earlier result stays until the new one arrives, and a response to old words is never shown',
      ),
      never(
        'call the server with every keystroke',
        inTest('lookup'),
        'the server is called once, with the trimmed words, when the person pauses',
      ),
      never(
        'hide the lists that responded because another one failed',
        inTest('lookup'),
        'if some lists fail, the others keep their result, the failure is notified, and Try again repeats the search',
      ),
      never(
        'repeat a search because of a space',
        inTest('lookup'),
        'a trailing space neither restarts the pause nor repeats the search',
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
        'ten clicks on an unread entry mark it once',
      ),
      never(
        'accept a shift twice',
        'machines/notifications/notifications.implementations.test.ts',
        'a handover that is accepted twice causes one request, and leaves the list',
      ),
      never(
        'show it as read before the server has confirmed it',
        inTest('notification-entry'),
        'a click that fails is notified, and the notification stays unread',
      ),
      never(
        'hide that a colleague was first',
        inTest('notification-entry'),
        'an ACCEPT after a colleague was faster is refused with a message, and the changed record is fetched',
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
        'changes during a lost connection are fetched once it is back, and not before',
      ),
      never(
        'restore an entry that has left the list',
        inTest('notification-sync'),
        'a response of the lost connection does not restore an entry that has left the list since',
      ),
      never(
        'mark as read what this console has not received',
        inTest('notification-sync'),
        'Mark all as read covers everything that this console has received, sends one request, and sets the count to 0',
      ),
      never(
        'stop fetching while somebody is signed in',
        inTest('notification-sync'),
        'a failed fetch is repeated after a pause that doubles up to 8 seconds, and a success resets it',
      ),
    ],
  },
  notifications: {
    about: 'A person’s notifications: the list, and the panel that shows it.',
    locks: [lock('list.scrolledToEnd', ['loading', 'loadingMore', 'empty'], 'until the page has arrived')],
    mustNever: [
      never('count below 0', inWalk('notifications'), 'a count below 0'),
      never(
        'show one entry twice if a push and a page overlap',
        'machines/notifications/notifications.implementations.test.ts',
        'a notification pushed while the next page loads does not shift the page: no entry is duplicated or missing',
      ),
      never('move entries that somebody is reading', inWalk('notifications'), 'a new one moved what is read'),
      never('show an entry without its record', inWalk('notifications'), 'an entry without its record'),
    ],
  },
  order: {
    about: 'The order of a list: the moves of a person, and the outcome of their save.',
    locks: [
      lock('order.save', ['saving', 'checking', 'unresolved'], 'until the save has an outcome'),
      lock('order.move', ['saving', 'checking', 'unresolved'], 'until the save has an outcome'),
      lock(
        'order.leave',
        ['saving', 'checking'],
        'until the save has an outcome, or is no longer repeated automatically',
      ),
      lock('order.save', ['rereading'], 'until the list has been read again'),
      lock('order.move', ['rereading'], 'until the list has been read again'),
      lock('order.move', ['leaving'], 'until the person has answered the question'),
    ],
    mustNever: [
      never('send one order under two keys, or two orders under one key', inWalk('order'), 'one key with two orders'),
      never('discard moves without asking', inWalk('order'), 'moves that were given up unasked'),
      never('lose moves to a refusal', inTest('order'), 'a refusal is shown with its reason, the moves stay'),
      never(
        'lose moves because the list has changed',
        inTest('order'),
        "other people's changes of the list are shown while records are moved, and the moves are applied to the new list",
      ),
      never(
        'report a failure while the outcome is unknown',
        inTest('order'),
        'the same order is sent again under the same key, and takes effect once',
      ),
    ],
  },
  'paged-list': {
    about:
      'A list that is read in pages: the server searches, filters and sorts, and pages are read as the person scrolls.',
    locks: [
      lock('list.reload', ['loading', 'searching', 'typing', 'going'], 'until the rows of the new query have arrived'),
      lock(
        'socket.resumed',
        ['loading', 'searching', 'typing', 'going'],
        'until the rows of the new query have arrived',
      ),
      lock('place.go', ['loading', 'searching', 'typing'], 'until the list has rows'),
      lock(
        'rows.seen',
        ['loading', 'searching', 'typing', 'going', 'readingOn'],
        'until the page in flight has arrived, which shows whether another is missing',
      ),
    ],
    mustNever: [
      never('show an old response for a newer query', inTest('paged-list'), 'a response to earlier words is ignored'),
      never(
        'read two pages at once',
        inTest('paged-list'),
        'a further page continues after the previous one, one call at a time',
      ),
      never(
        'lose rows that were read because a further page fails',
        inTest('paged-list'),
        'a page that fails keeps the rows; it is tried again when the person asks',
      ),
      never(
        'show an older version of a record than the one that is known',
        inTest('paged-list'),
        'a record that a form saves while a page is read is not overwritten by its older version',
      ),
    ],
  },
  preview: {
    about: 'A question that the server answers without changing anything, asked again after each change.',
    locks: [
      lock(
        'preview.retry',
        ['incomplete', 'waiting', 'first', 'again', 'shown', 'outdated', 'refused'],
        'until a question has failed',
      ),
    ],
    mustNever: [
      never(
        'show an answer for newer input than it belongs to',
        inTest('preview'),
        'an earlier answer stays and is marked as outdated until the answer to newer input arrives; a late one is dropped',
      ),
      never(
        'ask with every keystroke',
        inTest('preview'),
        'the server is asked once the person pauses, with the latest input',
      ),
      never(
        'ask with incomplete input',
        inTest('preview'),
        'a refusal shows its reason; incomplete input has no answer',
      ),
    ],
  },
  'pdf-pages': {
    about: 'The pages of a PDF that is looked at closely, one at a time.',
    locks: [
      lock(
        'pdf.open',
        [
          'opening',
          'drawing',
          'shown',
          'pageTooSlow',
          'pageUnreadable',
          'encrypted',
          'damaged',
          'tooLong',
          'tooSlow',
          'unsupported',
          'notLoaded',
        ],
        'until the person has left the file',
      ),
      lock(
        'page.turn',
        ['absent', 'opening', 'encrypted', 'damaged', 'tooLong', 'tooSlow', 'unsupported', 'notLoaded'],
        'until a file is open',
      ),
    ],
    mustNever: [
      never(
        'show a page of a file, or a page, that the person has left',
        inTest('pdf-pages'),
        'the picture of a page that the person has turned from is dropped',
      ),
      never(
        'keep the file open, with its worker, after the person has left it',
        inTest('pdf-pages'),
        'leaving closes the file, also one that opens late, and removes the picture',
      ),
      never(
        'open a file again whose refusal would be the same',
        inTest('pdf-pages'),
        'a file that is %s is not shown, and not opened again',
      ),
    ],
  },
  'private-file': {
    about: 'The content of one private file, from the moment at which a person asks to see it.',
    locks: [
      lock('file.ask', ['loading', 'shown', 'failed', 'forbidden', 'gone'], 'until the person has left the file'),
      lock('file.retry', ['unasked', 'loading', 'shown', 'forbidden', 'gone'], 'until the content could not be read'),
    ],
    mustNever: [
      never(
        'read a file that nobody asked to see, or read it twice: each read is written to the audit log',
        inTest('private-file'),
        'nothing is read before the person asks, and a shown file is read once',
      ),
      never(
        'keep the content after the person has left the file',
        inTest('private-file'),
        'leaving aborts the read and removes the content',
      ),
      never('repeat a request whose response would be the same', inTest('private-file'), '%s is not requested again'),
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
        'keep the profile after the end of the session',
        inTest('profile'),
        'the error stays until a call succeeds, and the end of the session removes the profile',
      ),
      never(
        'show a profile that is older than a reported change',
        inTest('profile'),
        'a change that is reported during a call restarts it, because the response in flight may be older',
      ),
      never(
        'notify a failure that nobody waited for',
        inTest('profile'),
        'a failed repeat in the background is silent, and keeps the profile',
      ),
    ],
  },
  queue: {
    about: 'The path of one person through the records that wait for a decision, one after the other.',
    locks: [
      lock('queue.next', ['seeking', 'empty', 'looking', 'unreachable'], 'until a record is open'),
      lock('queue.skip', ['seeking', 'empty', 'looking', 'unreachable'], 'until a record is open'),
    ],
    mustNever: [
      never('skip two records for two key presses in a row', inTest('queue'), 'two presses in a row start one search'),
      never(
        'open a record again that the person has skipped, before the person asks for it',
        inTest('queue'),
        'does not open a skipped item again, on any page, until the person asks for it',
      ),
    ],
  },
  reading: {
    about: 'One value that is read from the server and shown.',
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
        'keep showing a value that changed while it was being read',
        inTest('reading'),
        'a change during a call causes one more read, because the response may contain the old value',
      ),
      never(
        'remove the shown value because a refresh fails',
        inTest('reading'),
        'a value is read once and shown; a failed refresh keeps it and shows the error until it can be read again',
      ),
      never(
        'notify a failure that nobody waited for',
        inTest('reading'),
        'a failure in the background is not notified, whether or not there is a value',
      ),
    ],
  },
  refetch: {
    about: 'Keeps the rows of a list up to date while other people change them.',
    locks: [lock('read.began', ['held'], 'until the list is read')],
    mustNever: [
      never('make two calls at once', inWalk('list'), 'two calls for changed records at once'),
      never(
        'fetch while the list itself is read',
        inWalk('list'),
        'changed records are fetched while the list is read',
      ),
      never(
        'let rows in view wait for a flood of other changes',
        inTest('list'),
        'in view do not wait for a flood of other changes, which are all fetched eventually',
      ),
      never(
        'lose a change because a call failed',
        inTest('list'),
        'are fetched again after a failure, together with newer changes; the pause doubles until a call succeeds',
      ),
    ],
  },
  reveal: {
    about: 'A stored secret that a person asks to see: with a reason, and for at most a minute.',
    locks: [
      lock('reveal.submit', ['revealing', 'repeating'], ANSWERED),
      lock('reveal.submit', ['shown'], 'until the secret is hidden'),
      lock('reveal.changed', ['revealing', 'repeating'], ANSWERED),
    ],
    mustNever: [
      never('keep the secret after it was hidden', inWalk('reveal'), 'the secret outlived its time'),
      never('show the secret while the page is hidden', inWalk('reveal'), 'the secret is shown on a hidden page'),
      never(
        'show the secret for longer than a minute, for example after a sleep',
        inTest('reveal'),
        'is hidden after a minute by the timer or by the clock, whichever is first',
      ),
      never('request the secret without a reason', inWalk('reveal'), 'a request without a reason'),
      never('make two requests at once', inWalk('reveal'), 'two requests at once'),
      never(
        'count a request twice whose response was lost',
        inTest('reveal'),
        'a request without an answer is sent again with its key, and every other one with a new key',
      ),
      never(
        'show a secret that arrives after the dialog was closed',
        inTest('reveal'),
        'closing aborts the request, and a late answer is dropped',
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
        'perform the action twice after its response was lost',
        inTest('row-action'),
        'after a reload the action is resumed: it repeats the call with the same key, and shows that it checks',
      ),
      never(
        'act on a version other than the one that the person saw',
        inTest('row-action'),
        'an action sends its body with the version that the person saw; the returned row is shown, and a toast confirms it',
      ),
      never(
        'act where another person has claimed the record',
        inTest('row-action'),
        'is refused if another person has claimed the record: the row shows who, and the action is not sent',
      ),
      never(
        'report a failure while the outcome is unknown',
        inTest('row-action'),
        'the pauses between repetitions grow, and after a minute the console shows the uncertain outcome and stops repeating',
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
      lock('page.recovered', ['endingPrevious', 'submitting', 'signingOut'], ANSWERED),
    ],
    mustNever: [
      never(
        'keep a token, a cookie, user data or a live socket after leaving authenticated',
        inWalk('session'),
        'a session in memory while nobody is signed in',
      ),
      never('submit twice', inWalk('session'), 'two sign-ins'),
      never(
        'show the console if nobody is signed in',
        inWalk('session'),
        'the console is seen by nobody who is signed in',
      ),
      never('open the drafts of one person to another', inWalk('session'), 'drafts open to somebody else'),
      never(
        'undo a sign-out that did not reach the server',
        inTest('session'),
        'is not undone by a sign-in that is refused',
      ),
      never(
        'lock the login because a sign-out gets no response',
        inTest('session'),
        'does not lock the login: after eight seconds it can be used, and the call is aborted',
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
        'until the result is known, and the server would no longer treat a press as a repeat',
      ),
    ],
    mustNever: [
      never('send a second toggle while one is in flight', inWalk('shift'), 'a second toggle while one is in flight'),
      never(
        'let a status that was requested before the toggle overwrite its result',
        inTest('shift'),
        'a status requested before the toggle and received after it is ignored',
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
      never(
        'connect without a request',
        inTest('socket'),
        'never connects before a sign-in, and disconnects when the session ends',
      ),
      never(
        'stop retrying while signed in',
        inWalk('socket'),
        'a connection without a session, or a session that gave up',
      ),
      never('hold two connections in one tab', inWalk('socket'), 'a listener too many, or none'),
      never(
        'respond to refused tokens with a storm of handshakes',
        inWalk('socket'),
        'ten tokens that are refused one after another are no storm of handshakes',
      ),
    ],
  },
  submission: {
    about: 'One form, from the first keystroke to the server’s response.',
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
        'until the server has responded, or the person has decided',
      ),
    ],
    mustNever: [
      never('send twice', inWalk('submission'), 'two are on their way'),
      never('report a success twice', inWalk('submission'), 'reported twice that it was saved'),
      never(
        'lose a draft to an error, a 401, a reload or the back button',
        inTest('submission'),
        'leaving neither loses anything nor asks if there is no input, or all of it is stored',
      ),
      never('keep a password on this device', inWalk('submission'), 'a password in a draft'),
      never('lose input without asking', inWalk('submission'), 'left without being asked'),
      never(
        'overwrite a colleague’s change',
        inTest('submission'),
        "restoring sends only the person's changes, on the new version, and keeps the colleague’s changes",
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
        ['verifying', 'confirmingOn', 'doubtingOn', 'disabling', 'confirmingOff', 'doubtingOff', 'makingCodes'],
        ANSWERED,
      ),
      lock('cancel', ['steppingUp'], 'until the step-up has ended, which has its own'),
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
      never('show a count that the server did not send', inWalk('unread'), 'a count that nobody told'),
      never('show a badge on the page that was opened', inWalk('unread'), 'a badge on the page that was opened'),
      never('have several requests for the count waiting at once', inWalk('unread'), 'several questions wait at once'),
      never('show 10 instead of 9+, or a badge at 0', 'src/features/unread/Unread.flow.stories.tsx', '9+'),
    ],
  },
  update: {
    about: 'The build of the console that the page runs, after a deploy has put another one on the server.',
    locks: [
      lock(
        'build.doubted',
        ['checking', 'available', 'postponed', 'keepingDrafts', 'reloading'],
        'until the server has returned its build, or the page is reloaded',
      ),
      lock(
        'update.reload',
        ['current', 'checking', 'postponed', 'keepingDrafts', 'reloading'],
        'until a reload is offered',
      ),
    ],
    mustNever: [
      never(
        'reload the page without a request',
        inTest('update'),
        'Later hides the band until a part cannot be loaded; a doubt alone sends no further request',
      ),
      never(
        'reload before the drafts are written',
        inTest('update'),
        'a reload waits until the drafts are written, and happens once',
      ),
      never(
        'wait forever for a database that does not respond',
        inTest('update'),
        'a database that does not respond delays the reload for at most two seconds',
      ),
    ],
  },
  upload: {
    about: 'Uploads one file for a field.',
    locks: [
      lock(
        'upload.retry',
        ['idle', 'checking', 'uploading', 'uploaded', 'refused'],
        'until an upload has failed, or got no response',
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
        'without a response the same file is sent again with the same key when the connection is back',
      ),
      never(
        'set the field to a file that was chosen earlier',
        inTest('upload'),
        'another file replaces the one that is being sent, under its own key',
      ),
      never(
        'accept the response for a file that was cancelled',
        inTest('upload'),
        'Cancel aborts the call, and its response is ignored',
      ),
      never(
        'send a file that the server would refuse',
        inTest('upload'),
        'a file that can no longer be read is refused with an instruction',
      ),
    ],
  },
  'step-up': {
    about: 'A person proves again who they are, before an action that needs it.',
    locks: [
      lock('stepUp.submit', ['readingFactor', 'proving'], ANSWERED),
      lock('stepUp.changed', ['proving'], ANSWERED),
      lock('stepUp.cancel', ['proving'], ANSWERED),
    ],
    mustNever: [
      never(
        'send an incomplete proof',
        'tests/paths/tables/step-up.table.ts',
        'Only a complete proof is sent, and nothing else while it is checked',
      ),
      never(
        'send a code twice under two keys',
        inTest('step-up'),
        'a proof whose response was lost is sent again with its key, and a changed one with another',
      ),
      never('keep a password or a code', inTest('step-up'), 'neither the password nor the code is kept'),
    ],
  },
  write: {
    about: 'One write with its Idempotency-Key, for every form, action, import and upload.',
    locks: [
      lock('write.check', ['sending', 'checking'], ANSWERED),
      lock('line.back', ['sending', 'checking'], ANSWERED),
    ],
    mustNever: [
      never(
        'send a write twice under two keys, or two calls at once',
        inTest('write'),
        'a lost call is repeated with the same request until an answer decides the outcome',
      ),
      never(
        'take the refusal of a repetition for the outcome of the first call',
        inTest('write'),
        'the refusal of a repetition that leaves the outcome open is no outcome',
      ),
      never(
        'repeat a call in flight, or after its parent has left',
        inTest('write'),
        'a parent that leaves aborts the call, and nothing is repeated afterwards',
      ),
    ],
  },
}
