// SessionFolder
