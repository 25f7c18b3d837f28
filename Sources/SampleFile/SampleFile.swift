// SampleFile
