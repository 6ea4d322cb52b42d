export { createTestBoard, type TestBoard, type TestBoardOptions, type TestFailure } from './testing/board.ts'
export { type TestClock, testClock } from './testing/clock.ts'
