import { failed, ok } from '@contract/errors'
import { uploadMachine } from '@machines/upload/upload.machine'
import { describePaths } from './kit/describe'
import { UNAVAILABLE } from './kit/samples'

const uploaded = { id: 'file-1', content_type: 'image/webp', byte_size: 900, width: 64, height: 64, name: 'logo.png' }

export const paths = describePaths({
  machine: uploadMachine,
  starts: { 'the field is opened': { key: 'key' } },
  events: {
    'file.chosen': { type: 'file.chosen', file: new File(['pixels'], 'logo.png', { type: 'image/png' }) },
    'upload.progressed to a half': { type: 'upload.progressed', share: 0.5 },
    'upload.cancel': { type: 'upload.cancel' },
    'upload.retry': { type: 'upload.retry' },
    'upload.dismiss': { type: 'upload.dismiss' },
    'write.unresolved': { type: 'write.unresolved' },
    'write.checking': { type: 'write.checking' },
  },
  answers: {
    checkFile: {
      'it can be used': ok(null),
      'it is no image': failed({ kind: 'rejected', message: 'This is not an image.', fields: {} }),
    },
    write: {
      'it is stored': ok(uploaded),
      'it is refused': failed({ kind: 'rejected', message: 'This is not an image.', fields: {} }),
      'the database is not available': failed(UNAVAILABLE),
    },
  },
  // Another file replaces the one that is being sent.
  mayRestart: ['file.chosen'],
  situation: ({ file, share, error }) => [file !== null, share > 0, error !== null],
})
