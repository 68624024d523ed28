/**
 * React's development build notes the call stack of each element that it creates, for the owner stacks of its warnings. That takes a
 * tenth of the time of a story, and no test reads them; the warnings stay. React itself stops at ten thousand elements in a second:
 * here it reads that there have been more.
 */
import * as React from 'react'

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>
if (!internals || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('This React counts its owner stacks in another way: tests/kit/react-setup.ts has no effect.')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
