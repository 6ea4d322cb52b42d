// Generated from apps/api/openapi.json by "npm run codegen": do not edit.
import type { OperationName } from '../operation.ts'
import type { OperationRules } from '../testing/schema.ts'

export const operations: Record<OperationName, OperationRules> = {
  "createJob": {
    "method": "POST",
    "path": "/job",
    "scope": "write",
    "nullMember": "jobId",
    "query": {},
    "body": {
      "type": "object",
      "required": [
        "job"
      ],
      "properties": {
        "job": {
          "type": "object",
          "required": [
            "id",
            "title"
          ],
          "properties": {
            "id": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255
            },
            "title": {
              "type": "string",
              "minLength": 1,
              "maxLength": 300
            },
            "description": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 100000
            },
            "responsibilities": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 100000
            },
            "qualifications": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 100000
            },
            "benefits": {
              "anyOf": [
                {
                  "type": "string",
                  "maxLength": 1000
                },
                {
                  "type": "array",
                  "maxItems": 100,
                  "items": {
                    "type": "string",
                    "maxLength": 1000
                  }
                },
                {
                  "type": "null"
                }
              ]
            },
            "city": {
              "anyOf": [
                {
                  "type": "string",
                  "maxLength": 1000
                },
                {
                  "type": "array",
                  "maxItems": 100,
                  "items": {
                    "type": "string",
                    "maxLength": 1000
                  }
                },
                {
                  "type": "null"
                }
              ]
            },
            "country": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 1000
            },
            "languages": {
              "type": [
                "array",
                "null"
              ],
              "maxItems": 100,
              "items": {
                "type": "string",
                "enum": [
                  "fr",
                  "en",
                  "ar"
                ]
              }
            },
            "contractType": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "CDI",
                "CDD",
                "Stage",
                "Alternance",
                "Freelance",
                "VIE",
                "Autre",
                null
              ]
            },
            "educationLevel": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "Non défini",
                "Niveau BAC",
                "BAC",
                "BAC +1",
                "BAC +1/2",
                "BAC +3/4",
                "BAC +5",
                "BAC +5 et plus",
                null
              ]
            },
            "workMode": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "REMOTE",
                "HYBRID",
                "ONSITE",
                null
              ]
            },
            "minSalary": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0
            },
            "maxSalary": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0
            },
            "displaySalary": {
              "type": [
                "boolean",
                "null"
              ]
            },
            "minExperience": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0,
              "maximum": 20
            },
            "maxExperience": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0,
              "maximum": 20
            },
            "recruitmentProcess": {
              "type": [
                "array",
                "null"
              ],
              "maxItems": 100,
              "items": {
                "type": "string",
                "maxLength": 1000
              }
            },
            "status": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "PUBLISHED",
                "UNPUBLISHED",
                null
              ]
            }
          }
        }
      }
    }
  },
  "updateJob": {
    "method": "PUT",
    "path": "/job/{externalJobId}",
    "scope": "write",
    "nullMember": "jobId",
    "query": {},
    "body": {
      "type": "object",
      "required": [
        "job"
      ],
      "properties": {
        "job": {
          "type": "object",
          "properties": {
            "id": {
              "type": [
                "string",
                "null"
              ],
              "minLength": 1,
              "maxLength": 255
            },
            "title": {
              "type": "string",
              "minLength": 1,
              "maxLength": 300
            },
            "description": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 100000
            },
            "responsibilities": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 100000
            },
            "qualifications": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 100000
            },
            "benefits": {
              "anyOf": [
                {
                  "type": "string",
                  "maxLength": 1000
                },
                {
                  "type": "array",
                  "maxItems": 100,
                  "items": {
                    "type": "string",
                    "maxLength": 1000
                  }
                },
                {
                  "type": "null"
                }
              ]
            },
            "city": {
              "anyOf": [
                {
                  "type": "string",
                  "maxLength": 1000
                },
                {
                  "type": "array",
                  "maxItems": 100,
                  "items": {
                    "type": "string",
                    "maxLength": 1000
                  }
                },
                {
                  "type": "null"
                }
              ]
            },
            "country": {
              "type": [
                "string",
                "null"
              ],
              "maxLength": 1000
            },
            "languages": {
              "type": [
                "array",
                "null"
              ],
              "maxItems": 100,
              "items": {
                "type": "string",
                "enum": [
                  "fr",
                  "en",
                  "ar"
                ]
              }
            },
            "contractType": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "CDI",
                "CDD",
                "Stage",
                "Alternance",
                "Freelance",
                "VIE",
                "Autre",
                null
              ]
            },
            "educationLevel": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "Non défini",
                "Niveau BAC",
                "BAC",
                "BAC +1",
                "BAC +1/2",
                "BAC +3/4",
                "BAC +5",
                "BAC +5 et plus",
                null
              ]
            },
            "workMode": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "REMOTE",
                "HYBRID",
                "ONSITE",
                null
              ]
            },
            "minSalary": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0
            },
            "maxSalary": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0
            },
            "displaySalary": {
              "type": [
                "boolean",
                "null"
              ]
            },
            "minExperience": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0,
              "maximum": 20
            },
            "maxExperience": {
              "type": [
                "number",
                "null"
              ],
              "minimum": 0,
              "maximum": 20
            },
            "recruitmentProcess": {
              "type": [
                "array",
                "null"
              ],
              "maxItems": 100,
              "items": {
                "type": "string",
                "maxLength": 1000
              }
            },
            "status": {
              "type": [
                "string",
                "null"
              ],
              "enum": [
                "PUBLISHED",
                "UNPUBLISHED",
                null
              ]
            }
          }
        }
      }
    }
  },
  "unpublishJob": {
    "method": "DELETE",
    "path": "/job/{externalJobId}",
    "scope": "write",
    "nullMember": "jobId",
    "query": {}
  },
  "getJob": {
    "method": "GET",
    "path": "/job/{externalJobId}",
    "scope": "read",
    "nullMember": "job",
    "query": {}
  },
  "linkJobs": {
    "method": "POST",
    "path": "/job/link",
    "scope": "write",
    "nullMember": "results",
    "query": {},
    "body": {
      "type": "object",
      "required": [
        "links"
      ],
      "properties": {
        "links": {
          "type": "array",
          "maxItems": 1000,
          "items": {
            "type": "object",
            "required": [
              "platformJobId",
              "externalJobId"
            ],
            "properties": {
              "platformJobId": {
                "type": "integer"
              },
              "externalJobId": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255
              }
            }
          }
        }
      }
    }
  },
  "listJobs": {
    "method": "GET",
    "path": "/jobs",
    "scope": "read",
    "nullMember": "jobs",
    "query": {
      "status": {
        "type": "string",
        "enum": [
          "PUBLISHED",
          "UNPUBLISHED"
        ]
      },
      "afterJobId": {
        "type": "integer",
        "minimum": 0
      },
      "page": {
        "type": "integer",
        "minimum": 1
      },
      "pageSize": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100
      }
    }
  },
  "upsertJobs": {
    "method": "PUT",
    "path": "/jobs",
    "scope": "write",
    "nullMember": "results",
    "query": {},
    "body": {
      "type": "object",
      "required": [
        "jobs"
      ],
      "properties": {
        "jobs": {
          "type": "array",
          "minItems": 1,
          "maxItems": 100,
          "items": {}
        },
        "dryRun": {
          "type": "boolean"
        }
      }
    }
  },
  "listCandidates": {
    "method": "GET",
    "path": "/job/{externalJobId}/candidates",
    "scope": "read",
    "nullMember": "candidates",
    "query": {
      "since": {
        "type": "string",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "string"
          }
        ]
      },
      "from": {
        "type": "string",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "string"
          }
        ]
      },
      "to": {
        "type": "string",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "string"
          }
        ]
      },
      "page": {
        "type": "integer",
        "minimum": 1
      },
      "pageSize": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100
      }
    }
  },
  "listAllCandidates": {
    "method": "GET",
    "path": "/candidates",
    "scope": "read",
    "nullMember": "candidates",
    "query": {
      "since": {
        "type": "string",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "string"
          }
        ]
      },
      "from": {
        "type": "string",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "string"
          }
        ]
      },
      "to": {
        "type": "string",
        "anyOf": [
          {
            "type": "string"
          },
          {
            "type": "string"
          }
        ]
      },
      "page": {
        "type": "integer",
        "minimum": 1
      },
      "pageSize": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100
      }
    }
  }
}
