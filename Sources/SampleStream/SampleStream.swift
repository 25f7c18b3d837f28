// SampleStream
