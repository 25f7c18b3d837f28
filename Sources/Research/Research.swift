// Research
