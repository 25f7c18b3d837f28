// Timebase
