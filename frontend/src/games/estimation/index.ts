export { estimation as face } from './face';
export { estimation as shell } from './shell';
